# syntax=docker/dockerfile:1

# One exact version of Node for building and running: the one that package.json names too.
FROM node:24.21.0-trixie-slim AS base
WORKDIR /srv/latchkey

FROM base AS build
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY react-router.config.ts tsconfig.json vite.config.ts ./
COPY tools ./tools
COPY public ./public
COPY arithmetic ./arithmetic
COPY server ./server
COPY spelling ./spelling
COPY app ./app
RUN npm run build

FROM base AS production-dependencies
COPY package.json package-lock.json ./
# The package named "node" only brings Node to machines with an older one; the image has the right one already.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev && rm -rf node_modules/node node_modules/.bin/node

FROM base AS runtime
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
# A new volume takes its owner from the folder it is mounted over.
RUN install --directory --owner=node --group=node --mode=0700 /data /spool
COPY --from=production-dependencies /srv/latchkey/node_modules ./node_modules
COPY --from=build /srv/latchkey/build ./build
COPY package.json ./
COPY server/database/migrations ./server/database/migrations
COPY server/upstream/demo/pictures ./server/upstream/demo/pictures
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm between Docker and the server: SIGTERM reaches the process that drains. Left alone, V8 lets the space for
# new objects grow to 128 MB, most of it during the start; 64 MB do for the pages.
CMD ["node", "--max-semi-space-size=32", "build/server/main.js"]
