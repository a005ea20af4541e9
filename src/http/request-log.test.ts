import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { requestLogFields } from './request-log.ts'

test.each([
  ['/api/scans?limit=10&cursor=a%2Fb', '/api/scans?limit=10&cursor=a%2Fb'],
  ['/setup?from=mail&token=secret&x=1', '/setup?from=mail&token=…&x=1'],
  ['/setup?%74oken=secret', '/setup?token=…'],
  ['/session/auth/verify?x=secret', '/session/auth/verify?…'],
  ['/session/%61uth/verify?x=secret', '/session/auth/verify?…'],
  ['/share/svy_share_secret.svg', '/share/….svg'],
  ['/%73hare/svy%5Fshare%5fsecret.svg', '/share/….svg'],
  ['/api/scans?key=svy_live_secret', '/api/scans?key=svy_live_…'],
])('%s is logged as %s', (url, logged) => {
  const request = { method: 'GET', url, ip: '192.0.2.1' } as FastifyRequest
  expect(requestLogFields(request)).toEqual({ method: 'GET', url: logged, ip: '192.0.2.1' })
})
