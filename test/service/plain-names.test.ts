/** Tests that programs with plain names in their settings have relations to exactly the resources that they use. */
import { expect, test } from 'vitest'
import { scanSimulatedRegion } from '../../scripts/scan-simulated-region.ts'
import { startSimulatedCloud } from '../../src/simulated/simulated-cloud.ts'
import { world } from '../../src/simulated/worlds/serverless-shop.ts'

test('the functions of a shop have relations to its tables, bus, queue, and so on, but not for its stage name', async () => {
  const cloud = await startSimulatedCloud({ world })
  try {
    const { relations, resources } = await scanSimulatedRegion(cloud)
    const configured = relations.flatMap(({ source, target, evidence }) =>
      evidence.endsWith('Environment.Variables') ? `${source.id}: ${target.type.split('::')[2]} ${target.id}` : [],
    )
    expect(configured).toEqual([
      'delivery-plan: Table shop-deliveries',
      'delivery-plan: Queue warehouse',
      'orders-create: UserPool us-east-1_Sh0pUsers',
      'orders-create: Table shop-orders',
      'orders-create: Table shop-products',
      'orders-create: EventBus shop-events',
      'orders-get: Table shop-orders',
      'orders-stream: EventBus shop-events',
      'payments-charge: Table shop-payments',
      'payments-charge: EventBus shop-events',
      'payments-charge: Secret arn:aws:secretsmanager:us-east-1:333300000001:secret:shop/payment-provider-Ab12Cd',
      'products-list: Table shop-products',
      'receipts-send: Bucket shop-receipts-333300000001',
      'receipts-send: Topic arn:aws:sns:us-east-1:333300000001:shop-notifications',
      'receipts-send: Parameter /shop/prod/receipt-template',
    ])
    expect(resources.filter(({ presence }) => presence === 'external')).toEqual([])
    expect(relations.filter(({ basis }) => basis === 'permitted')).toMatchObject([
      { source: { id: 'orders-get' }, verb: 'reads from', target: { id: 'shop-orders' } },
    ])
  } finally {
    await cloud.close()
  }
})
