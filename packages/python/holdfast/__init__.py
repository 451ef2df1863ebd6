"""Holdfast for Python.

`holdfast.client` is generated from the published document; `holdfast.webhooks` and `holdfast.follow` are written by hand.
"""
