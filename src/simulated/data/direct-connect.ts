/** What a world holds of Direct Connect, in the SDK's own shapes. */
import type {
  Connection,
  DirectConnectGateway,
  DirectConnectGatewayAssociation,
  VirtualInterface,
} from '@aws-sdk/client-direct-connect'

export type DirectConnectData = {
  readonly connections?: readonly Connection[]
  readonly virtualInterfaces?: readonly VirtualInterface[]
}

/** Every region lists the same ones. */
export type DirectConnectGlobalData = {
  readonly gateways?: readonly DirectConnectGateway[]
  readonly associations?: readonly DirectConnectGatewayAssociation[]
}
