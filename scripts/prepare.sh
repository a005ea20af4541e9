#!/bin/sh
# Runs after `npm ci`: links Node, deletes unused files of large packages, and builds the dashboard where its tools are installed.
set -eu
cd "$(dirname -- "$0")/.."

# npm 10, which comes with Node 20, leaves out links of this name.
for node in node_modules/node-linux-*/bin/node; do
  if [ -x "$node" ] && [ ! -e node_modules/.bin/node ]; then ln -s "../${node#node_modules/}" node_modules/.bin/node; fi
done

# Headers for native add-ons, and modules for bundlers of browser code. Node loads the `dist-cjs` of clients.
rm -rf node_modules/node-linux-*/include node_modules/@aws-sdk/client-*/dist-es
# The layout engine is loaded from one file. pdfkit's archive contains its package manager and a build for browsers.
rm -rf node_modules/elkjs/lib/elk-worker*.js node_modules/pdfkit/.yarn node_modules/pdfkit/js/pdfkit.standalone.js

if [ -e node_modules/@vitejs/plugin-react ]; then
  npm run --silent build
else
  # Types are only checked with dev dependencies.
  rm -rf node_modules/@aws-sdk/*/dist-types node_modules/@smithy/*/dist-types
fi
