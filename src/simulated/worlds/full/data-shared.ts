/** Shared resources of the data area: the key, roles, secrets, log groups, and network interfaces. */
import type { NetworkInterface } from '@aws-sdk/client-ec2'
import type { GlobalData, RegionData } from '../../world.ts'
import { hexDigits, tagList } from '../resource-id.ts'
import { accountId, vpcId } from '../three-tier-network.ts'
import {
  arn,
  created,
  databaseGroupId,
  dataKeyArn,
  dataKeyId,
  type DataInterface,
  logGroupArn,
  logGroupNames,
  lustreInterface,
  mountTargetInterfaces,
  notebookInterface,
  roleArn,
  roleNames,
  secretArn,
  secretNames,
  tags,
} from './data-place.ts'

function networkInterface({ id, zone, subnetId, address, usedFor }: DataInterface): NetworkInterface {
  return {
    NetworkInterfaceId: id,
    InterfaceType: 'interface',
    Description: usedFor,
    RequesterManaged: true,
    Status: 'in-use',
    OwnerId: accountId,
    VpcId: vpcId,
    SubnetId: subnetId,
    AvailabilityZone: zone,
    PrivateIpAddress: address,
    PrivateIpAddresses: [{ Primary: true, PrivateIpAddress: address }],
    Groups: [{ GroupId: databaseGroupId, GroupName: 'storefront-database' }],
    TagSet: [],
  }
}

export const shared: RegionData = {
  ec2: { networkInterfaces: [...mountTargetInterfaces, lustreInterface, notebookInterface].map(networkInterface) },
  kms: {
    keys: [
      {
        KeyId: dataKeyId,
        Arn: dataKeyArn,
        AWSAccountId: accountId,
        KeyManager: 'CUSTOMER',
        KeyState: 'Enabled',
        KeySpec: 'SYMMETRIC_DEFAULT',
        KeyUsage: 'ENCRYPT_DECRYPT',
        Origin: 'AWS_KMS',
        Enabled: true,
        MultiRegion: false,
        Description: 'Encrypts the data of the storefront',
        CreationDate: created,
      },
    ],
    aliases: [{ AliasName: 'alias/data', AliasArn: arn('kms', 'alias/data'), TargetKeyId: dataKeyId }],
  },
  secretsManager: {
    secrets: secretNames.map((name) => ({
      Name: name,
      ARN: secretArn(name),
      KmsKeyId: dataKeyArn,
      CreatedDate: created,
      Tags: tags,
    })),
  },
  cloudWatchLogs: {
    logGroups: Object.values(logGroupNames).map((logGroupName) => ({
      logGroupName,
      logGroupArn: logGroupArn(logGroupName),
      arn: `${logGroupArn(logGroupName)}:*`,
      retentionInDays: 30,
      logGroupClass: 'STANDARD',
      creationTime: created.getTime(),
    })),
  },
}

export const sharedGlobal: GlobalData = {
  iam: {
    roles: roleNames.map((name) => ({
      RoleName: name,
      RoleId: `AROA${hexDigits(`role ${name}`, 17).toUpperCase()}`,
      Arn: roleArn(name),
      Path: '/',
      CreateDate: created,
      MaxSessionDuration: 3600,
      Tags: tagList({ team: 'data' }),
    })),
  },
}
