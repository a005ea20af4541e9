/**
 * Implements the one required operation of S3 Control with the interface of an SDK package: the account-wide Block
 * Public Access. It is an S3 client that calls another host.
 */
import { partition } from '@aws-sdk/core/client'
import {
  type PublicAccessBlockConfiguration,
  PublicAccessBlockConfiguration$,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { type Client, Command } from '@smithy/core/client'
import { getEndpointPlugin } from '@smithy/core/endpoints'
import type {
  EndpointParameterInstructions,
  EndpointV2,
  HttpHandlerOptions,
  MetadataBearer,
  StaticOperationSchema,
  StaticStructureSchema,
} from '@smithy/types'

type EndpointParameters = { readonly Endpoint?: string; readonly Region?: string; readonly AccountId?: string }

/** Source: the service's endpoint rules. */
function endpointOf({ Endpoint, Region = '', AccountId = '' }: EndpointParameters): EndpointV2 {
  const host = `${AccountId}.s3-control.${Region}.${partition(Region).dnsSuffix}`
  return {
    url: new URL(Endpoint ?? `https://${host}`),
    properties: {
      authSchemes: [{ name: 'sigv4', signingName: 's3', signingRegion: Region, properties: {} }],
    },
  }
}

type Configuration = S3Client['config']

/** The part that it shares with other clients. It doesn't send S3 commands. */
type BareClient = new (
  configuration: S3ClientConfig,
) => Client<HttpHandlerOptions, object, MetadataBearer, Configuration>

export class S3ControlClient extends (S3Client as unknown as BareClient) {
  constructor(given: S3ClientConfig) {
    super({ ...given, endpointProvider: endpointOf as NonNullable<S3ClientConfig['endpointProvider']> })
  }
}

const namespace = 'com.amazonaws.s3control'

const request: StaticStructureSchema = [
  3,
  namespace,
  'GetPublicAccessBlockRequest',
  0,
  ['AccountId'],
  [[0, { httpHeader: 'x-amz-account-id' }]],
]
const response: StaticStructureSchema = [
  3,
  namespace,
  'GetPublicAccessBlockOutput',
  0,
  ['PublicAccessBlockConfiguration'],
  [[() => PublicAccessBlockConfiguration$, 16]],
]

/** Source: the API reference of version 2018-08-20, https://docs.aws.amazon.com/AmazonS3/latest/API. */
export const GetPublicAccessBlock$: StaticOperationSchema = [
  9,
  namespace,
  'GetPublicAccessBlock',
  { http: ['GET', '/v20180820/configuration/publicAccessBlock', 200] },
  request,
  response,
]

type EndpointInstructions = { getEndpointParameterInstructions(): EndpointParameterInstructions }

export const GetPublicAccessBlockCommand = Command.classBuilder<
  { readonly AccountId: string },
  MetadataBearer & { readonly PublicAccessBlockConfiguration?: PublicAccessBlockConfiguration },
  Configuration,
  object,
  MetadataBearer
>()
  .ep({
    Endpoint: { type: 'builtInParams', name: 'endpoint' },
    Region: { type: 'builtInParams', name: 'region' },
    AccountId: { type: 'contextParams', name: 'AccountId' },
  })
  .m((command, _stack, configuration: Configuration) => [
    getEndpointPlugin(
      configuration,
      (command as typeof Command & EndpointInstructions).getEndpointParameterInstructions(),
    ),
  ])
  .s('S3Control', 'GetPublicAccessBlock')
  .n('S3ControlClient', 'GetPublicAccessBlockCommand')
  .sc(GetPublicAccessBlock$)
  .build()
