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
    const permitted = relations.filter(({ basis }) => basis === 'permitted')
    expect(permitted.map(({ source, verb, target }) => `${source.id} ${verb} ${target.id.split(':').at(-1)}`)).toEqual([
      'delivery-plan reads from shop-deliveries',
      'delivery-plan writes to shop-deliveries',
      'orders-create reads from shop-products',
      'orders-create writes to shop-orders',
      'orders-create writes to shop-events',
      'orders-get reads from shop-orders',
      'orders-stream writes to shop-events',
      'payments-charge writes to shop-payments',
      'payments-charge writes to shop-events',
      'products-list reads from shop-products',
      'receipts-send writes to shop-receipts-333300000001',
      'receipts-send writes to shop-notifications',
    ])
  } finally {
    await cloud.close()
  }
})
