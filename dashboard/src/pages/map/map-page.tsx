/** A diagram as a map. */
export function MapPage({ scanId, diagramId }: { readonly scanId: string; readonly diagramId: string }) {
  return (
    <div>
      {scanId} {diagramId}
    </div>
  )
}
