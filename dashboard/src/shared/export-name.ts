/** File names of exported diagrams. */

type Exported = { readonly accountAlias: string; readonly region: string; readonly createdAt: string }

/** For example `shop-production-us-east-1-network-2026-11-23.svg`. The date is that of the scan, in UTC. */
export function exportName({ accountAlias, region, createdAt }: Exported, view: string, fileExtension: string): string {
  const account = accountAlias
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$/gu, '')
  return [...(account === '' ? [] : [account]), region, view, `${createdAt.slice(0, 10)}.${fileExtension}`].join('-')
}
