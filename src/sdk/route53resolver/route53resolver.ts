/**
 * Implements a Route 53 Resolver client with the interface of an SDK package, because the SDK's own package for this
 * service is too old. It has the client, made of SDK parts, its commands, and the schemas of their operations.
 */
import { getHostHeaderPlugin, partition, resolveHostHeaderConfig } from '@aws-sdk/core/client'
import { AwsSdkSigV4Signer, resolveAwsSdkSigV4Config } from '@aws-sdk/core/httpAuthSchemes'
import { AwsJson1_1Protocol } from '@aws-sdk/core/protocols'
import {
  DefaultIdentityProviderConfig,
  getHttpAuthSchemeEndpointRuleSetPlugin,
  getHttpSigningPlugin,
} from '@smithy/core'
import { Client, Command, type SmithyResolvedConfiguration } from '@smithy/core/client'
import { loadConfig, NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS, resolveRegionConfig } from '@smithy/core/config'
import { getEndpointPlugin, resolveEndpointConfig } from '@smithy/core/endpoints'
import { getContentLengthPlugin, parseUrl } from '@smithy/core/protocols'
import { getRetryPlugin, resolveRetryConfig } from '@smithy/core/retry'
import { getSchemaSerdePlugin, TypeRegistry } from '@smithy/core/schema'
import { calculateBodyLength, fromBase64, fromUtf8, Hash, streamCollector, toBase64, toUtf8 } from '@smithy/core/serde'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import type {
  AwsCredentialIdentity,
  AwsCredentialIdentityProvider,
  EndpointParameterInstructions,
  EndpointV2,
  HttpAuthSchemeParameters,
  HttpHandlerOptions,
  IdentityProviderConfig,
  MetadataBearer,
  RetryStrategyV2,
  StaticOperationSchema,
} from '@smithy/types'
import {
  type FirewallRuleGroupAssociation,
  type FirewallRuleGroupMetadata,
  type IpAddressResponse,
  ListFirewallRuleGroupAssociations$,
  ListFirewallRuleGroups$,
  ListResolverEndpointIpAddresses$,
  ListResolverEndpoints$,
  ListResolverQueryLogConfigAssociations$,
  ListResolverQueryLogConfigs$,
  ListResolverRuleAssociations$,
  ListResolverRules$,
  type ResolverEndpoint,
  type ResolverQueryLogConfig,
  type ResolverQueryLogConfigAssociation,
  type ResolverRule,
  type ResolverRuleAssociation,
} from './shapes.ts'

export {
  ListFirewallRuleGroupAssociations$,
  ListFirewallRuleGroups$,
  ListResolverEndpointIpAddresses$,
  ListResolverEndpoints$,
  ListResolverQueryLogConfigAssociations$,
  ListResolverQueryLogConfigs$,
  ListResolverRuleAssociations$,
  ListResolverRules$,
}

/** The part of the SDK clients' configuration that it uses. */
export type Route53ResolverClientConfig = {
  readonly region: string
  readonly credentials: AwsCredentialIdentity | AwsCredentialIdentityProvider
  readonly requestHandler?: SmithyResolvedConfiguration<HttpHandlerOptions>['requestHandler']
  readonly retryStrategy?: RetryStrategyV2
  readonly maxAttempts?: number
  readonly endpoint?: string
}

const namespace = 'com.amazonaws.route53resolver'
const signingName = 'route53resolver'
const scheme = 'aws.auth#sigv4'

function resolvedConfiguration(given: Route53ResolverClientConfig) {
  const configuration = {
    ...given,
    requestHandler: given.requestHandler ?? new NodeHttpHandler(),
    disableHostPrefix: false,
    apiVersion: '2018-04-01',
    serviceId: 'Route53Resolver',
    defaultSigningName: signingName,
    protocol: new AwsJson1_1Protocol({
      defaultNamespace: namespace,
      errorTypeRegistries: [TypeRegistry.for(namespace)],
      serviceTarget: 'Route53Resolver',
    }),
    protocolSettings: { defaultNamespace: namespace, serviceTarget: 'Route53Resolver' },
    endpointProvider: endpointOf,
    useFipsEndpoint: loadConfig(NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS),
    retryMode: 'standard',
    systemClockOffset: 0,
    sha256: Hash.bind(null, 'sha256'),
    bodyLengthChecker: calculateBodyLength,
    urlParser: parseUrl,
    streamCollector,
    base64Decoder: fromBase64,
    base64Encoder: toBase64,
    utf8Decoder: fromUtf8,
    utf8Encoder: toUtf8,
    authSchemePreference: () => Promise.resolve([]),
    httpAuthSchemeProvider: ({ region }: AuthParameters) => [
      {
        schemeId: scheme,
        signingProperties: { name: signingName, region },
        propertiesExtractor: (config: object, context: object) => ({ signingProperties: { config, context } }),
      },
    ],
    httpAuthSchemes: [
      {
        schemeId: scheme,
        identityProvider: (identities: IdentityProviderConfig) => identities.getIdentityProvider(scheme),
        signer: new AwsSdkSigV4Signer(),
      },
    ],
  }
  const retried = resolveRetryConfig(configuration)
  return resolveAwsSdkSigV4Config(resolveEndpointConfig(resolveHostHeaderConfig(resolveRegionConfig(retried))))
}

type AuthParameters = HttpAuthSchemeParameters & { readonly region?: string }

type Configuration = ReturnType<typeof resolvedConfiguration>

export class Route53ResolverClient extends Client<HttpHandlerOptions, object, MetadataBearer, Configuration> {
  constructor(given: Route53ResolverClientConfig) {
    const configuration = resolvedConfiguration(given)
    super(configuration)
    this.middlewareStack.use(getSchemaSerdePlugin(configuration))
    this.middlewareStack.use(getRetryPlugin(configuration))
    this.middlewareStack.use(getContentLengthPlugin(configuration))
    this.middlewareStack.use(getHostHeaderPlugin(configuration))
    this.middlewareStack.use(
      getHttpAuthSchemeEndpointRuleSetPlugin(configuration, {
        httpAuthSchemeParametersProvider: async (config: Configuration): Promise<AuthParameters> => ({
          region: await config.region(),
        }),
        identityProviderConfigProvider: (config: Configuration) =>
          Promise.resolve(new DefaultIdentityProviderConfig({ [scheme]: config.credentials })),
      }),
    )
    this.middlewareStack.use(getHttpSigningPlugin(configuration))
  }
}

type EndpointParameters = { readonly Endpoint?: string; readonly Region?: string; readonly UseFIPS?: boolean }

/** Source: the service's endpoint rules, which are the same as for most regional services. */
function endpointOf({ Endpoint, Region = '', UseFIPS }: EndpointParameters): EndpointV2 {
  const host = `${signingName}${UseFIPS === true ? '-fips' : ''}.${Region}.${partition(Region).dnsSuffix}`
  return { url: new URL(Endpoint ?? `https://${host}`) }
}

type ListInput = { readonly MaxResults?: number | undefined; readonly NextToken?: string | undefined }
type ListOutput = MetadataBearer & { readonly NextToken?: string; readonly MaxResults?: number }

const parameters = {
  UseFIPS: { type: 'builtInParams', name: 'useFipsEndpoint' },
  Endpoint: { type: 'builtInParams', name: 'endpoint' },
  Region: { type: 'builtInParams', name: 'region' },
} as const

function listCommand<Input extends ListInput, Found extends object>(schema: StaticOperationSchema) {
  const [, , name] = schema
  return Command.classBuilder<Input, ListOutput & Found, Configuration, object, MetadataBearer>()
    .ep(parameters)
    .m((command, _stack, configuration: Configuration) => [
      getEndpointPlugin(
        configuration,
        (command as typeof Command & EndpointInstructions).getEndpointParameterInstructions(),
      ),
    ])
    .s('Route53Resolver', name)
    .n('Route53ResolverClient', `${name}Command`)
    .sc(schema)
    .build()
}

type EndpointInstructions = { getEndpointParameterInstructions(): EndpointParameterInstructions }

export const ListResolverEndpointsCommand = listCommand<
  ListInput,
  { readonly ResolverEndpoints?: readonly ResolverEndpoint[] }
>(ListResolverEndpoints$)

export const ListResolverEndpointIpAddressesCommand = listCommand<
  ListInput & { readonly ResolverEndpointId: string | undefined },
  { readonly IpAddresses?: readonly IpAddressResponse[] }
>(ListResolverEndpointIpAddresses$)

export const ListResolverRulesCommand = listCommand<ListInput, { readonly ResolverRules?: readonly ResolverRule[] }>(
  ListResolverRules$,
)

export const ListResolverRuleAssociationsCommand = listCommand<
  ListInput,
  { readonly ResolverRuleAssociations?: readonly ResolverRuleAssociation[] }
>(ListResolverRuleAssociations$)

export const ListResolverQueryLogConfigsCommand = listCommand<
  ListInput,
  { readonly ResolverQueryLogConfigs?: readonly ResolverQueryLogConfig[] }
>(ListResolverQueryLogConfigs$)

export const ListResolverQueryLogConfigAssociationsCommand = listCommand<
  ListInput,
  { readonly ResolverQueryLogConfigAssociations?: readonly ResolverQueryLogConfigAssociation[] }
>(ListResolverQueryLogConfigAssociations$)

export const ListFirewallRuleGroupsCommand = listCommand<
  ListInput,
  { readonly FirewallRuleGroups?: readonly FirewallRuleGroupMetadata[] }
>(ListFirewallRuleGroups$)

export const ListFirewallRuleGroupAssociationsCommand = listCommand<
  ListInput,
  { readonly FirewallRuleGroupAssociations?: readonly FirewallRuleGroupAssociation[] }
>(ListFirewallRuleGroupAssociations$)
