/** Returns the sign-in options for the sign-in page. */
import { noParameters } from '../../../contract/path-parameters.ts'
import { sso } from '../../../contract/session/sso.ts'
import { sessionRoute } from '../route.ts'

export const getSso = sessionRoute({
  method: 'GET',
  path: '/session/sign-on',
  access: 'anyone',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: sso,

  async handle({ dependencies: { store, mailer, oidc } }) {
    return {
      data: {
        password: true,
        passwordReset: mailer !== null,
        oidc: oidc !== null,
        oidcName: oidc?.name ?? null,
        hasPeople: await store.people.hasAny(),
      },
    }
  },
})
