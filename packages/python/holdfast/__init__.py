"""Holdfast for Python.

`holdfast.client` is generated from the published document; `holdfast.connection`, `holdfast.follow` and `holdfast.webhooks` are written by hand.
"""
