/** Amazon MQ: brokers. */
import type { DescribeBrokerResponse } from '@aws-sdk/client-mq'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly mq?: Lists<{ brokers: DescribeBrokerResponse }>
  }
}

export const service = defineService('mq', () => import('@aws-sdk/client-mq'), {
  pages: { smallest: 5, largest: 100, usual: 20, error: 'BadRequestException' },
})({
  ListBrokers: { list: 'brokers' },
  DescribeBroker: { one: 'brokers', notFound: ['NotFoundException', 404] },
})
