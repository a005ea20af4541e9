/** The page of an interactive diagram. Only this page loads its code and font. */
import { useQuery } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { useDiagrams, useScan } from '../../session/scan.ts'
import { useBreadcrumbs } from '../../shared/breadcrumbs.ts'
import { Loading } from '../../shared/loading.tsx'
import { usePageTitle } from '../../shared/use-page-title.ts'
import { noOptions, useMapAddress } from './map-address.ts'
import { MapFailure } from './map-failure.tsx'
import { mapQuery, requestOptions } from './map-query.ts'
import { MapView } from './map-view.tsx'
import type { PlacedDiagram } from './placed-diagram.ts'
import './map-typeface.css'

export function MapPage({ scanId, diagramId }: { readonly scanId: string; readonly diagramId: string }) {
  const scan = useScan(scanId)
  const diagrams = useDiagrams(scanId)
  const [{ options, base }, change] = useMapAddress()
  const summary = diagrams.data?.find(({ id }) => id === diagramId)
  const place = scan.data === undefined ? 'Scan' : `${scan.data.accountAlias}, ${scan.data.region}`
  const title = summary?.title ?? 'Diagram'
  usePageTitle(`${title} of ${place}`)
  useBreadcrumbs([
    { text: 'Scans', href: '/scans' },
    { text: place, href: `/scans/${scanId}` },
    { text: title, href: '#' },
  ])
  const content = useQuery(mapQuery(diagramId, requestOptions({ options, base })))
  // Deferred from the first render on: the toolbar appears immediately, and the browser handles input before the diagram is drawn.
  const drawn = useDeferredValue(content.data, undefined)
  const [shown, setShown] = useState<PlacedDiagram>()
  if (drawn !== undefined && drawn !== shown) setShown(drawn)
  const page = useRef<HTMLDivElement>(null)
  const heightPx = useRestOfHeight(page)
  const failed = [scan, diagrams, content].find(({ isError }) => isError)
  const isOfAnotherScan = diagrams.isSuccess && summary === undefined
  const isWhole = Object.keys(options).length === 0 && base === null

  return (
    <div ref={page} className="map-page" style={{ blockSize: heightPx }}>
      {shown !== undefined && summary !== undefined && scan.data !== undefined ? (
        <ReactFlowProvider>
          <MapView
            scan={scan.data}
            summary={summary}
            diagrams={diagrams.data ?? []}
            diagram={shown}
            isRedrawing={content.isFetching}
            problem={content.error}
          />
        </ReactFlowProvider>
      ) : failed !== undefined || isOfAnotherScan ? (
        <MapFailure
          title={title}
          scanId={scanId}
          failed={failed ?? null}
          isScan={failed === scan}
          showAllText={base === null ? 'Clear filter' : 'Show without changes'}
          onShowAll={isWhole ? null : () => change({ options: noOptions, base: null })}
        />
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** The height of the window below the top bar and breadcrumbs. */
function useRestOfHeight(element: React.RefObject<HTMLElement | null>): number {
  const [heightPx, setHeightPx] = useState(() => globalThis.innerHeight)
  useLayoutEffect(() => {
    const measure = () => {
      const top = (element.current?.getBoundingClientRect().top ?? 0) + globalThis.scrollY
      setHeightPx(Math.max(320, globalThis.innerHeight - top))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    globalThis.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      globalThis.removeEventListener('resize', measure)
    }
  }, [element])
  return heightPx
}
