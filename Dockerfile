# syntax=docker/dockerfile:1
# The whole app in one image: `docker build -t metona .`; how to run it is in docs/operating.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund
COPY . .
# Links the libraries of the bundled database, generates the database client, builds.
RUN node scripts/prepare.mjs start
# What only builds and tests need is left behind.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 \
    PORT=3000 METONA_HOST=0.0.0.0 METONA_DATA_DIR=/data
COPY --from=build --chown=node:node /app ./
# Everything that has to outlive the container: the bundled database, the generated secrets, the backups.
RUN mkdir /data && chown node:node /data && chmod 700 /data
VOLUME /data
USER node
EXPOSE 3000
# tini passes signals on and takes in the processes that a stopped database server leaves behind.
ENTRYPOINT ["tini", "--"]
CMD ["node", "scripts/start.mjs"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
