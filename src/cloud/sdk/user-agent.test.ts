import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DescribeVpcsCommand, EC2Client } from '@aws-sdk/client-ec2'
import { expect, test } from 'vitest'
import { nameUserAgent } from './user-agent.ts'

test('calls have the user agent of Surveyor in signed requests', async () => {
  const heard: (string | undefined)[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers['user-agent'])
    response.setHeader('content-type', 'text/xml')
    response.end('<DescribeVpcsResponse><vpcSet><item><vpcId>vpc-1</vpcId></item></vpcSet></DescribeVpcsResponse>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new EC2Client({
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'of no use' },
  })
  try {
    nameUserAgent(client)
    const { Vpcs } = await client.send(new DescribeVpcsCommand({}))
    expect(Vpcs).toMatchObject([{ VpcId: 'vpc-1' }])
    expect(heard).toEqual([expect.stringMatching(/^surveyor /)])
  } finally {
    client.destroy()
    server.close()
  }
})
