/** The types of two parts of undici, which has none for its files. */
declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici'
}

declare module 'undici/lib/web/fetch/index.js' {
  export { fetch } from 'undici'
}
