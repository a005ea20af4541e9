import type { PodIdentityAssociation } from '@aws-sdk/client-eks'
import { defineCollector, from } from '../../collector.ts'
import { eks, eksCluster } from './cluster.ts'

/** Collects which role the pods of a service account have. */
export const podIdentityAssociation = defineCollector({
  type: 'AWS::EKS::PodIdentityAssociation',
  count: 'kubernetesPodIdentityAssociations',
  scope: 'regional',
  permissions: ['eks:ListPodIdentityAssociations', 'eks:DescribePodIdentityAssociation'],
  service: eks,
  inputs: from(eksCluster, (cluster) => cluster.name),
  pages: ({ sdk, client }, [clusterName]) =>
    sdk.paginateListPodIdentityAssociations({ client, pageSize: 100 }, { clusterName }),
  items: ({ associations }, { sdk, client, each }) =>
    // One call for each, because the list has no roles.
    each(
      associations,
      async ({ clusterName, associationId }): Promise<PodIdentityAssociation> =>
        (await client.send(new sdk.DescribePodIdentityAssociationCommand({ clusterName, associationId })))
          .association ?? { clusterName, associationId },
      { listed: (association): PodIdentityAssociation => association },
    ),
  resource: (association) => ({
    id: association.associationId,
    arn: association.associationArn,
    name: `${association.namespace}/${association.serviceAccount}`,
    tags: association.tags ?? {},
    properties: { namespace: association.namespace, serviceAccount: association.serviceAccount },
  }),
  relations: [
    {
      verb: 'contained in',
      type: 'AWS::EKS::Cluster',
      field: 'associations[].clusterName',
      targets: (association) => association.clusterName,
    },
    {
      verb: 'uses',
      types: ['AWS::IAM::Role'],
      field: 'eks:DescribePodIdentityAssociation association.roleArn',
      arns: (association) => association.roleArn,
    },
  ],
})
