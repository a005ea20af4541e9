/** What a world holds of EC2, in the SDK's own shapes. */
import type {
  InternetGateway,
  NatGateway,
  Reservation,
  RouteTable,
  SecurityGroup,
  Subnet,
  Vpc,
} from '@aws-sdk/client-ec2'
import type { Ec2ComputeData } from './ec2-compute.ts'
import type { Ec2ConnectivityData } from './ec2-connectivity.ts'

export type Ec2Data = Ec2ComputeData &
  Ec2ConnectivityData & {
    readonly vpcs?: readonly Vpc[]
    readonly subnets?: readonly Subnet[]
    readonly reservations?: readonly Reservation[]
    readonly internetGateways?: readonly InternetGateway[]
    readonly natGateways?: readonly NatGateway[]
    readonly routeTables?: readonly RouteTable[]
    readonly securityGroups?: readonly SecurityGroup[]
  }
