import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createTestTenant } from '../../test/support/test-tenant.ts'
import { newId } from './new-id.ts'

test('a link is revoked once', async () => {
  const testTenant = await createTestTenant()
  onTestFinished(() => testTenant.close())
  const { connectionId } = testTenant
  await testTenant.tenant(async ({ savedViews, shareLinks }) => {
    const view = await savedViews.insert({
      name: 'production',
      ownerId: null,
      actor: 'key:1',
      connectionId,
      region: 'us-east-1',
      pinnedScanId: null,
      type: 'architecture',
      options: {},
      place: null,
    })
    const link = await shareLinks.insert({
      viewId: view?.id ?? '',
      tokenHash: randomBytes(32),
      actor: 'key:1',
      hideAccountIds: false,
      frameAncestors: [],
      expiresAt: new Date('2100-01-01'),
    })
    expect(await shareLinks.revoke(newId())).toBe(false)
    expect(await shareLinks.revoke(link.id)).toBe(true)
    expect(await shareLinks.revoke(link.id)).toBe(false)
  })
})
