{{/* Names and labels of all parts, and the pod that they have in common. */}}
{{- define "holdfast.name" -}}
{{- if contains "holdfast" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-holdfast" (.Release.Name | trunc 40 | trimSuffix "-") }}{{ end }}
{{- end }}

{{- define "holdfast.selector" -}}
app.kubernetes.io/name: holdfast
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "holdfast.labels" -}}
{{ include "holdfast.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "holdfast.host" -}}
{{- (urlParse .Values.publicUrl).hostname }}
{{- end }}

{{- define "holdfast.image" -}}
{{- $repository := required "image.repository is not set: say where you pushed the image, such as registry.shop.example/holdfast." .Values.image.repository }}
{{- if .Values.image.digest }}{{ printf "%s@%s" $repository .Values.image.digest }}{{ else }}{{ printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) }}{{ end }}
{{- end }}

{{/* Settings that are secrets: a check compares them with what the service knows. NAME stands for that of an adapter over HTTP. */}}
{{- define "holdfast.secrets" -}}
DATABASE_READ_URL DATABASE_URL DIRECTORY_URL FLUTTERWAVE_SECRET_HASHES FLUTTERWAVE_SECRET_KEY MIGRATION_DATABASE_URL MOMO_COLLECTION_API_KEY MOMO_COLLECTION_SUBSCRIPTION_KEY MOMO_DISBURSEMENT_API_KEY MOMO_DISBURSEMENT_SUBSCRIPTION_KEY MOVE_DATABASE_URL OTEL_EXPORTER_OTLP_HEADERS PAWAPAY_API_TOKEN PAWAPAY_SIGNING_KEY PAYSTACK_SECRET_KEYS PROVIDER_NAME_SECRETS SECRET_KEY SMTP_URL STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRETS
{{- end }}

{{- define "holdfast.listed" -}}
{{ regexReplaceAll "^PROVIDER_[A-Z][A-Z0-9_]*_SECRETS$" . "PROVIDER_NAME_SECRETS" }}
{{- end }}

{{/* What has to be given, and what excludes each other. */}}
{{- define "holdfast.check" -}}
{{- if not .Values.publicUrl }}{{ fail "publicUrl is not set: say where people reach the service, such as https://pay.shop.example." }}{{ end }}
{{- if and (eq .Values.mode "live") (not (hasPrefix "https://" .Values.publicUrl)) }}{{ fail (printf "publicUrl is %s: live mode takes an https origin." .Values.publicUrl) }}{{ end }}
{{- range $name := list "DATABASE_URL" "SECRET_KEY" }}
{{- if not (get $.Values.secrets $name) }}{{ fail (printf "secrets.%s is not set: name the Secret and the key that have it." $name) }}{{ end }}
{{- end }}
{{- $secrets := splitList " " (include "holdfast.secrets" .) }}
{{- range $name, $_ := .Values.settings }}
{{- if has (include "holdfast.listed" $name) $secrets }}{{ fail (printf "settings.%s is a secret: name the Secret and the key that have it in secrets.%s." $name $name) }}{{ end }}
{{- end }}
{{- range $name, $_ := .Values.secrets }}
{{- if not (has (include "holdfast.listed" $name) $secrets) }}{{ fail (printf "secrets.%s is no secret of the service: it belongs to settings, or is misspelt." $name) }}{{ end }}
{{- if eq $name "MIGRATION_DATABASE_URL" }}{{ fail "secrets.MIGRATION_DATABASE_URL belongs to migration.secrets: what serves must not know the role that owns the tables." }}{{ end }}
{{- end }}
{{- range $name := list "PUBLIC_URL" "MODE" "ROLE" "PORT" "HOST" "OPS_PORT" "DATA_DIR" "TRUSTED_PROXIES" }}
{{- if hasKey $.Values.settings $name }}{{ fail (printf "settings.%s is the chart's own: it follows from other values." $name) }}{{ end }}
{{- end }}
{{- if and .Values.web.autoscaling.enabled (gt (int .Values.web.autoscaling.min) (int .Values.web.autoscaling.max)) }}{{ fail "web.autoscaling.min is above web.autoscaling.max." }}{{ end }}
{{- end }}

{{/* Given: root, role, secrets, resources, args. */}}
{{- define "holdfast.pod" -}}
{{- $root := .root }}
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: {{ .role }}
    image: {{ include "holdfast.image" $root }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    args: [{{ .command }}]
    env:
      - { name: MODE, value: {{ $root.Values.mode | quote }} }
      - { name: PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
      {{- if ne .role "migrate" }}
      - { name: ROLE, value: {{ .role | quote }} }
      - { name: OPS_PORT, value: "9090" }
      {{- end }}
      {{- with $root.Values.trustedProxies }}
      - { name: TRUSTED_PROXIES, value: {{ join "," . | quote }} }
      {{- end }}
      {{- range $name, $value := $root.Values.settings }}
      - { name: {{ $name }}, value: {{ $value | quote }} }
      {{- end }}
      {{- range $name, $_ := .secrets }}
      - { name: {{ $name }}_FILE, value: /run/holdfast/secrets/{{ $name }} }
      {{- end }}
    {{- if ne .role "migrate" }}
    ports:
      {{- if eq .role "web" }}
      - { name: http, containerPort: 3000 }
      {{- end }}
      - { name: ops, containerPort: 9090 }
    # A process that can't reach its database answers that it can't: it stays in service for that once it has begun.
    startupProbe:
      httpGet: { path: /readyz, port: ops }
      periodSeconds: 2
      failureThreshold: 150
    readinessProbe:
      httpGet: { path: /healthz, port: ops }
      periodSeconds: 5
    livenessProbe:
      httpGet: { path: /healthz, port: ops }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    # Until nobody sends requests here any more; then it ends what is under way, within 14 seconds.
    lifecycle:
      preStop: { sleep: { seconds: 5 } }
    {{- end }}
    resources: {{ toYaml .resources | nindent 6 }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: { drop: [ALL] }
    volumeMounts:
      - { name: secrets, mountPath: /run/holdfast/secrets, readOnly: true }
      {{- if $root.Values.files }}
      - { name: files, mountPath: /run/holdfast/files, readOnly: true }
      {{- end }}
volumes:
  - name: secrets
    projected:
      defaultMode: 0440
      sources:
        {{- range $name, $from := .secrets }}
        - secret:
            name: {{ $from.name }}
            items: [{ key: {{ $from.key | quote }}, path: {{ $name }} }]
        {{- end }}
  {{- if $root.Values.files }}
  - name: files
    projected:
      defaultMode: 0444
      sources:
        {{- range $name, $from := $root.Values.files }}
        - {{ if $from.secret }}secret{{ else }}configMap{{ end }}:
            name: {{ $from.secret | default $from.configMap }}
            items: [{ key: {{ $from.key | quote }}, path: {{ $name | quote }} }]
        {{- end }}
  {{- end }}
{{- end }}
