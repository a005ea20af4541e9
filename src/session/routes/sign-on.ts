/** The ways in, for the page that signs people in. */
import { noParameters } from '../../../contract/path-parameters.ts'
import { signOn } from '../../../contract/session/sign-on.ts'
import { sessionRoute } from '../session-route.ts'

export const getSignOn = sessionRoute({
  method: 'GET',
  path: '/session/sign-on',
  access: 'anyone',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  data: signOn,

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
