import { expect, test } from 'vitest'
import { exportName } from './export-name.ts'

test.each([
  ['shop-production', 'shop-production-us-east-1-network-2026-11-23.svg'],
  ['Shop / EU: “production”', 'Shop-EU-production-us-east-1-network-2026-11-23.svg'],
  ['../..', 'us-east-1-network-2026-11-23.svg'],
  ['магазин 1', 'магазин-1-us-east-1-network-2026-11-23.svg'],
])('the export of account %j is called %s', (accountAlias, name) => {
  const scan = { accountAlias, region: 'us-east-1', createdAt: '2026-11-23T23:59:59.000Z' }
  expect(exportName(scan, 'network', 'svg')).toBe(name)
})
