import { describe, expect, test } from 'vitest'
import { withoutGeneratedEnding } from './generated-ending.ts'

test.each([
  ['orders-Table-Z9X8C7V6B5N4', 'orders-Table'],
  ['orders-Table-1A2B3C4D', 'orders-Table'],
  ['orders-bucket-z9x8c7v6b5n4', 'orders-bucket'],
])('the ending that CloudFormation made goes: %s', (name, shown) => {
  expect(withoutGeneratedEnding(name)).toBe(shown)
})

test.each([
  ['shop-TableAB12CD34-Z9X8C7V6B5N4', 'shop-Table'],
  ['shop-AddToCartFn8B7A6C5D-Z9X8C7V6B5N4', 'shop-AddToCartFn'],
  ['shop-AddToCartFn8B7A6C5D', 'shop-AddToCartFn8B7A6C5D'],
  ['shop-UsageDLQE1B5286C-Z9X8C7V6B5N4', 'shop-UsageDLQ'],
  ['shop-PublicAPI12AB34CD-Zz9Yy8Xx7Ww6', 'shop-PublicAPI'],
  ['shop-UsageQueueD983E66D-SweOKSzfNDBQ', 'shop-UsageQueue'],
  ['shop-rawzonecba8a55b-z9x8c7v6b5n4', 'shop-rawzone'],
  ['shop-rssfeed2026-z9x8c7v6b5n4', 'shop-rssfeed2026'],
  ['shop-log20260211-z9x8c7v6b5n4', 'shop-log20260211'],
  ['shop-rawzonedeadbeef-z9x8c7v6b5n4', 'shop-rawzonedeadbeef'],
  ['shop-1-cba8a55b-z9x8c7v6b5n4', 'shop-1-cba8a55b'],
  ['shop-UsageQueueD983E66D-notification', 'shop-UsageQueueD983E66D-notification'],
  ['shop-UsageQueueD983E66D-BookingTopic', 'shop-UsageQueueD983E66D-BookingTopic'],
  ['shop-UsageQueueD983E66D-PRODUCTIONDB', 'shop-UsageQueueD983E66D-PRODUCTIONDB'],
  ['shop-UsageQueueDEADBEEF-OrdersHTTPAPI', 'shop-UsageQueueDEADBEEF-OrdersHTTPAPI'],
  ['shop-ORDERFACADE-Z9X8C7V6B5N4', 'shop-ORDERFACADE'],
  ['shop-OrderFACADE12-Z9X8C7V6B5N4', 'shop-Order'],
  ['shop-DEADBEEF-Z9X8C7V6B5N4', 'shop-DEADBEEF'],
  ['shop-DEADBEE1-Z9X8C7V6B5N4', 'shop-DEADBEE1'],
  ['shop-TableABCDEFAB-Z9X8C7V6B5N4', 'shop-TableABCDEFAB'],
  ['shop-TABLEAB12CD34-Z9X8C7V6B5N4', 'shop-TABLEAB12CD34'],
])('with it goes the hash of a logical ID, in front of it alone: %s', (name, shown) => {
  expect(withoutGeneratedEnding(name, 'shop')).toBe(shown)
  expect(withoutGeneratedEnding(name)).toBe(shown)
})

test('in any case if the name starts with the stack name', () => {
  expect(withoutGeneratedEnding('shop-CreateFunction-AbCdEfGhIjKl', 'shop')).toBe('shop-CreateFunction')
  expect(withoutGeneratedEnding('shop-AddToCartFn8B7A6C5D-AbCdEfGhIjKl', 'shop')).toBe('shop-AddToCartFn')
  expect(withoutGeneratedEnding('Shop-CreateFunction-AbCdEfGhIjKl', 'shop')).toBe('Shop-CreateFunction')
  expect(withoutGeneratedEnding('mail-CreateFunction-AbCdEfGhIjKl', 'shop')).toBe('mail-CreateFunction-AbCdEfGhIjKl')
  expect(withoutGeneratedEnding('shop-CreateFunction-AbCdEfGhIjKl')).toBe('shop-CreateFunction-AbCdEfGhIjKl')
})

test.each([
  ['shop-prod-orders-addonsstac-writerinstance-cgffbiqdodqu', 'shop-prod-orders-addonsstac-writerinstance'],
  ['shop-prod-orders-addonsstac-writerinstance-366ns411lt6w', 'shop-prod-orders-addonsstac-writerinstance'],
  // Cut between words, or soon, which people could have chosen.
  ['shop-prod-orders-notification', 'shop-prod-orders-notification'],
  ['shop-pro-notification', 'shop-pro-notification'],
])('after the name of its stack, if that is cut within a word: %s', (name, shown) => {
  expect(withoutGeneratedEnding(name, 'shop-prod-orders-AddonsStack-89S8DLTA823O')).toBe(shown)
})

describe('after the logical ID of its tag', () => {
  test.each([
    ['air-prod-Booking-StartBooking-iNZcBZIJfgPE', 'StartBooking', 'air-prod-Booking-StartBooking'],
    ['air-prod-Catalog-RepriceFlights-ZNmkDUTJAmkk', 'RepriceFlights', 'air-prod-Catalog-RepriceFlights'],
    ['air-prod-startbooking-inzcbzijfgp2', 'StartBooking', 'air-prod-startbooking'],
    ['StartBooking-iNZcBZIJfgPE', 'StartBooking', 'StartBooking'],
    ['shop-UsageQueueD983E66D-ZNmkDUTJAmkk', 'UsageQueueD983E66D', 'shop-UsageQueue'],
    // Cut, because the whole name would be too long.
    ['air-CustomS3AutoDele-ZNmkDUTJAmkk', 'CustomS3AutoDeleteObjectsProvider', 'air-CustomS3AutoDele'],
  ])('any ending is generated: %s', (name, logicalId, shown) => {
    for (const stack of ['air-prod-BookingStack-1A2B3C4D5E6F', 'air-prod', 'air', 'shop'])
      expect(withoutGeneratedEnding(name, stack, logicalId)).toBe(shown)
  })

  test.each([
    ['air-prod-Booking-StartBooking-iNZcBZIJfgPE', 'Booking'],
    ['air-prod-Start-iNZcBZIJfgPE', 'StartBooking'],
    ['air-CustomS3AutoDel-ZNmkDUTJAmkk', 'CustomS3AutoDeleteObjectsProvider'],
    ['air-prod-Booking-notification', 'Booking'],
    ['air-prod-Booking-BookingTopic', 'Booking'],
    ['air-prod-Booking-PRODUCTIONDB', 'Booking'],
    ['air-prod-Booking-iNZcBZIJfgP', 'Booking'],
    ['air-prod--ZNmkDUTJAmkk', ''],
    ['StartBooking-abcdefghijkl', 'StartBooking'],
  ])('people may have written it: %s', (name, logicalId) => {
    expect(withoutGeneratedEnding(name, 'mail', logicalId)).toBe(name)
  })
})

describe('after a logical ID with a hash of the AWS CDK', () => {
  test.each([
    ['shop-UploadedDlq99380075-NItjvYnQYjnd', 'UploadedDlq99380075', 'shop-UploadedDlq'],
    ['shop-results3282fb07-mrkbqhxvfewz', 'results3282FB07', 'shop-results'],
    ['shop-quarantinebed52852-42csfsqlgtth', 'quarantineBED52852', 'shop-quarantine'],
    ['shop-UsageQueueD983E66D-NOTIFICATION', 'UsageQueueD983E66D', 'shop-UsageQueue'],
    ['UploadedDlq99380075-NItjvYnQYjnd', 'UploadedDlq99380075', 'UploadedDlq'],
  ])('any ending is generated: %s', (name, logicalId, shown) => {
    for (const stack of ['shop', 'mail', '']) expect(withoutGeneratedEnding(name, stack, logicalId)).toBe(shown)
  })

  test('it goes together with the ending of a nested stack', () => {
    const nested = 'shop-Mail-BX0369383FD41'
    expect(withoutGeneratedEnding(`${nested}-Dlq99380075-NItjvYnQYjnd`, nested, 'Dlq99380075')).toBe('shop-Mail-Dlq')
  })

  test.each([
    ['shop-Log20260211-NItjvYnQYjnd', 'Log20260211', 'shop-Log20260211'],
    ['shop-rssfeed2026-42csfsqlgtth', 'rssfeed2026', 'shop-rssfeed2026'],
    ['shop-OrderDEADBEEF-42CSFSQLGTTH', 'OrderDEADBEEF', 'shop-OrderDEADBEEF'],
    ['shop-UploadedDlq99380075', 'UploadedDlq99380075', 'shop-UploadedDlq99380075'],
    ['shop-Dlq99380075-NItjvYnQYjnd', 'UploadedDlq99380075', 'shop-Dlq99380075'],
  ])('what may be a date or a word stays, and what is of another ID: %s', (name, logicalId, shown) => {
    expect(withoutGeneratedEnding(name, 'shop', logicalId)).toBe(shown)
  })
})

describe('a name that the AWS CDK made of the stack, the logical ID, and a hash', () => {
  const logicalId = 'MailBus93CA87AB'
  test.each(['ShopProd', 'Shop-Prod', 'ShopProd-OrdersNestedStackOrdersNestedStackResource47CCD422-VB5DVRE7NAGS'])(
    'is without the hash, in stack %s',
    (stack) => expect(withoutGeneratedEnding('ShopProdMailBusCEBCE980', stack, logicalId)).toBe('ShopProdMailBus'),
  )

  test.each([
    ['ShopProdMailBusCEBCE980', 'Mail'],
    ['ShopProdMailTopicCEBCE980', 'ShopProd'],
    ['ShopProdMailBusDEADBEEF', 'ShopProd'],
    ['MailBusCEBCE980', 'ShopProd'],
    ['ShopProdMailBus', 'ShopProd'],
  ])('is not %s in stack %s', (name, stack) => {
    expect(withoutGeneratedEnding(name, stack, logicalId)).toBe(name)
  })

  test('needs a logical ID with a hash', () => {
    expect(withoutGeneratedEnding('ShopMailBusCEBCE980', 'Shop', 'MailBus')).toBe('ShopMailBusCEBCE980')
  })
})

test('in any case in a stack, unless it could be words and numbers', () => {
  expect(withoutGeneratedEnding('DeliverySaga-79oblVRqSaPV', 'shop')).toBe('DeliverySaga')
  expect(withoutGeneratedEnding('DeliverySaga-oblVRqSaPV79x', 'shop')).toBe('DeliverySaga')
  for (const name of ['DeliverySaga-Http2Gateway', 'DeliverySaga-oblxVRqSaPVx', 'DeliverySaga-7oblVRqSaPV'])
    expect(withoutGeneratedEnding(name, 'shop')).toBe(name)
  expect(withoutGeneratedEnding('DeliverySaga-79oblVRqSaPV')).toBe('DeliverySaga-79oblVRqSaPV')
})

test('within the name of a nested stack, too', () => {
  const nested = 'shop-DeadLetters-BX0369383FD41'
  expect(withoutGeneratedEnding(`${nested}-Queue-AbCdEfGhIjKl`, nested)).toBe('shop-DeadLetters-Queue')
  expect(withoutGeneratedEnding(`${nested}-queue`, nested)).toBe('shop-DeadLetters-queue')
  expect(withoutGeneratedEnding(`${nested}-queue`, 'shop')).toBe(`${nested}-queue`)
  expect(withoutGeneratedEnding(`${nested}-AbCdEfGhIjKl`, nested)).toBe('shop-DeadLetters')
})

test.each(['BookingTopic', 'notification', 'OrdersHTTPAPI', 'PRODUCTIONDB'])(
  'words of twelve letters stay, also after the stack name: %s',
  (word) => expect(withoutGeneratedEnding(`shop-${word}`, 'shop')).toBe(`shop-${word}`),
)

test.each([
  'orders-production',
  'orders-PRODUCTION',
  'orders-20260211',
  'orders-123456789012',
  'orders-eu1',
  'orders-frankfurt1',
  'reports-Analytics',
  'ORDERFACADE',
  'DEADBEEF',
  'OrderDEADBEEF',
  'Z9X8C7V6B5N4',
  'orders-Z9X8C7V6B5N4-a',
  'da9c32bd-12a8-a7e9-7652-41f012e53a28',
  'b-623fd781-7005-7a1c-ca8b-4e874024b2d8',
])('what people wrote stays: %s', (name) => {
  expect(withoutGeneratedEnding(name)).toBe(name)
})
