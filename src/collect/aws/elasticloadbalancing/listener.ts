import { defineCollector, from } from '../../collector.ts'
import { arnSuffix } from './arn-suffix.ts'
import { actionTypes, forwardedTargetGroups } from './forwarded-target-groups.ts'
import { elasticLoadBalancing, loadBalancer } from './load-balancer.ts'

export const listener = defineCollector({
  type: 'AWS::ElasticLoadBalancingV2::Listener',
  count: 'listeners',
  scope: 'regional',
  permissions: ['elasticloadbalancing:DescribeListeners'],
  service: elasticLoadBalancing,
  inputs: from(loadBalancer, ({ balancer }) => balancer.LoadBalancerArn),
  // One call per load balancer, because AWS lists the listeners of one at a time.
  pages: ({ sdk, client }, [LoadBalancerArn]) =>
    sdk.paginateDescribeListeners({ client, pageSize: 400 }, { LoadBalancerArn }),
  items: (page) => page.Listeners,
  resource: (listener) => ({
    id: arnSuffix(listener.ListenerArn, 'listener/'),
    arn: listener.ListenerArn,
    name: listener.Port === undefined ? undefined : `${listener.Protocol}:${listener.Port}`,
    properties: {
      protocol: listener.Protocol,
      port: listener.Port,
      sslPolicy: listener.SslPolicy,
      alpnPolicy: listener.AlpnPolicy,
      mutualAuthentication: listener.MutualAuthentication?.Mode,
      defaultActions: actionTypes(listener.DefaultActions),
    },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
      field: 'Listeners[].LoadBalancerArn',
      targets: (listener) => arnSuffix(listener.LoadBalancerArn, 'loadbalancer/'),
    },
    {
      verb: 'routes to',
      types: ['AWS::ElasticLoadBalancingV2::TargetGroup'],
      field: 'Listeners[].DefaultActions[]',
      arns: (listener) => forwardedTargetGroups(listener.DefaultActions),
    },
    {
      verb: 'uses',
      types: ['AWS::CertificateManager::Certificate'],
      field: 'Listeners[].Certificates[].CertificateArn',
      arns: (listener) => listener.Certificates?.map(({ CertificateArn }) => CertificateArn),
    },
    {
      verb: 'uses',
      types: ['AWS::Cognito::UserPool'],
      field: 'Listeners[].DefaultActions[].AuthenticateCognitoConfig.UserPoolArn',
      arns: (listener) =>
        listener.DefaultActions?.map(({ AuthenticateCognitoConfig }) => AuthenticateCognitoConfig?.UserPoolArn),
    },
  ],
})
