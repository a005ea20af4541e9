/** The diagram with toolbar, canvas, and side panel; keeps their selection, filter, and search in sync. */
import Flashbar from '@cloudscape-design/components/flashbar'
import type { InputProps } from '@cloudscape-design/components/input'
import { useReactFlow } from '@xyflow/react'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { DiagramSummary } from '../../../../contract/diagram.ts'
import type { SessionScan } from '../../../../contract/session/scans.ts'
import { queryString } from '../../http/query-string.ts'
import { useShownColorMode } from '../../shared/color-mode.ts'
import { arrowsOfMatches, matchingBoxes } from './box-search.ts'
import { useFoundResources } from './found-resources.ts'
import { mapTheme } from './box-style.ts'
import { boxTree, groupsAround, hiddenBoxes, isDrawn, referenceOf, resourceKey } from './box-tree.ts'
import { noOptions, useMapAddress } from './map-address.ts'
import { MapCanvas } from './map-canvas.tsx'
import { boxesOf, matchSteps, visibleBoxes } from './map-answer.ts'
import { AnswerText } from './map-questions.tsx'
import { endOf, isBoxQuestion, parseConnection } from './map-question.ts'
import type { ReachEnds } from './map-question.ts'
import { boxesOfLayers, layersOf, routeLayer } from './map-layers.ts'
import { MapPanel } from './map-panel.tsx'
import { MapBar } from './map-bar.tsx'
import { panelPlace, panelSide, partBesidePanel } from './panel-place.ts'
import type { PanelSide } from './panel-place.ts'
import type { PlacedBox, PlacedDiagram, ResourceReference } from './placed-diagram.ts'
import { useEscape } from './use-escape.ts'
import { useMapAnswer } from './use-map-answer.ts'
import { useMapViewport } from './use-map-viewport.ts'

export function MapView({
  scan,
  summary,
  diagrams,
  diagram,
  isRedrawing,
  problem,
}: {
  readonly scan: SessionScan
  readonly summary: DiagramSummary
  readonly diagrams: readonly DiagramSummary[]
  readonly diagram: PlacedDiagram
  /** Whether the previous diagram is shown while the service draws a new one. */
  readonly isRedrawing: boolean
  /** Error of the last request with other options, or null. */
  readonly problem: Error | null
}) {
  const mode = useShownColorMode()
  const theme = mapTheme(mode)
  const [address, change] = useMapAddress()
  const [, navigate] = useLocation()
  const flow = useReactFlow()
  const view = useRef<HTMLDivElement>(null)
  const searchField = useRef<InputProps.Ref>(null)

  const tree = useMemo(() => boxTree(diagram), [diagram])
  const layers = useMemo(() => layersOf(diagram), [diagram])
  const inHiddenLayers = useMemo(() => boxesOfLayers(diagram.boxes, address.hidden), [diagram, address.hidden])
  const boxes = useMemo(() => {
    const covered = hiddenBoxes(diagram.boxes, address.collapsed)
    return diagram.boxes.filter(
      (box) => isDrawn(box) && !covered.has(box.element.id) && !inHiddenLayers.has(box.element.id),
    )
  }, [diagram, address.collapsed, inHiddenLayers])
  const routes = useMemo(
    () =>
      diagram.routes.filter(
        (route) =>
          !address.hidden.has(routeLayer(route)) &&
          !inHiddenLayers.has(route.edge.source) &&
          !inHiddenLayers.has(route.edge.target),
      ),
    [diagram, address.hidden, inHiddenLayers],
  )
  const boxOf = useMemo(() => visibleBoxes(tree, address.collapsed), [tree, address.collapsed])
  const searched = useDeferredValue(address.search)
  const found = useFoundResources(scan.id, searched)
  const matches = useMemo(() => {
    const ofText = matchingBoxes(boxes, searched)
    return ofText === null ? null : new Set([...ofText, ...boxesOf(found?.resources ?? [], boxOf)])
  }, [boxes, searched, found, boxOf])
  const elsewhere = useMemo(() => found?.resources.filter((resource) => boxOf(resource) === null) ?? [], [found, boxOf])
  // It has all resources.
  const inventory = diagrams.find(({ type, parentId }) => type === 'inventory' && parentId === null)
  // A link may have the resource only.
  const selectedId = address.box ?? (address.resource === null ? undefined : tree.ofResource.get(address.resource))
  const selected = selectedId === undefined ? null : (tree.box.get(selectedId) ?? null)

  const resource = useMemo(() => {
    if (address.resource !== null) return referenceOf(address.resource)
    const [only, ...others] = selected?.element.members ?? []
    return others.length === 0 ? (only ?? null) : null
  }, [address.resource, selected])
  const { question } = address
  // A question about a box needs one.
  const asked = isBoxQuestion(question) && (selected === null || resource === null) ? null : question
  const reach = useMemo((): ReachEnds | null => {
    const connection = parseConnection(address.connection)
    if (resource === null || address.from === null || connection === null) return null
    return { from: address.from, to: `${resource.type}/${resource.id}`, ...connection }
  }, [resource, address.from, address.connection])
  const { answer, isLoading, error } = useMapAnswer({
    scanId: scan.id,
    question: asked,
    reach,
    diagram,
    tree,
    boxOf,
    selected,
    resource,
  })
  const isPicking = asked === 'reach' && address.from === null
  const highlight = useMemo(() => {
    if (answer === null) return null
    const { edges, others } = matchSteps(diagram, answer.steps)
    return {
      edges,
      others: others.flatMap(({ source, target }) => {
        const [from, to] = [tree.box.get(source), tree.box.get(target)]
        return from === undefined || to === undefined ? [] : [{ source: from, target: to }]
      }),
    }
  }, [answer, diagram, tree])
  const lit = answer === null || answer.boxes.size === 0 ? null : answer.boxes
  const litArrows = useMemo(() => {
    if (lit !== null) return highlight
    if (matches === null) return null
    return { edges: arrowsOfMatches(routes, matches, selected?.element.id ?? null), others: [] }
  }, [lit, highlight, matches, routes, selected])

  const isPanelOpen = selected !== null || address.resource !== null
  const [side, setSide] = useState<PanelSide>('end')
  const onMoved = useCallback((at: string | null) => change({ at }), [change])
  const viewport = useMapViewport({
    diagram,
    boxes,
    selected,
    side: isPanelOpen ? side : null,
    at: address.at,
    onMoved,
  })
  const { canvas } = viewport
  const show = useCallback(
    (box: PlacedBox) => {
      setSide('end')
      viewport.show(box)
    },
    [viewport],
  )
  const select = useCallback(
    (box: PlacedBox | null) => {
      const end = box === null || !isPicking ? null : endOf(box)
      if (isPicking) {
        if (end !== null) change({ from: end })
        return
      }
      const [only, ...others] = box?.element.members ?? []
      if (box !== null) setSide((now) => panelSide(box, isPanelOpen ? now : 'end', flow.getViewport(), canvas))
      change({
        box: box?.element.id ?? null,
        resource: only !== undefined && others.length === 0 ? resourceKey(only) : null,
      })
    },
    [change, flow, canvas, isPanelOpen, isPicking],
  )
  /** Selects the box of a resource and expands its groups. A resource without a box is shown in the panel only. */
  const follow = useCallback(
    (resource: ResourceReference) => {
      const key = resourceKey(resource)
      const id = tree.ofResource.get(key)
      const box = id === undefined ? undefined : tree.box.get(id)
      if (box === undefined) {
        change({ resource: key })
        return
      }
      const around = new Set(groupsAround(tree, box.element.id))
      change({
        box: box.element.id,
        resource: key,
        collapsed: new Set([...address.collapsed].filter((group) => !around.has(group))),
      })
      show(box)
    },
    [tree, change, address.collapsed, show],
  )
  const toggle = useCallback(
    (id: string) => {
      const collapsed = new Set(address.collapsed)
      if (!collapsed.delete(id)) collapsed.add(id)
      change({ collapsed })
    },
    [address.collapsed, change],
  )
  const closePanel = useCallback(() => {
    if (document.activeElement?.closest('#map-panel') !== null) {
      view.current?.querySelector<HTMLElement>('.map-canvas')?.focus()
    }
    change({ box: null, resource: null, ...(isBoxQuestion(question) && { question: null, from: null }) })
  }, [change, question])
  useEscape(isPanelOpen, closePanel)
  const openPage = useCallback((focus: string) => change({ options: { ...noOptions, focus } }), [change])
  const showNextMatch = () => {
    // Uses the current search text: the highlighted matches are deferred and may be older.
    const typed = address.search === searched ? matches : matchingBoxes(boxes, address.search)
    const hits = boxes.filter(({ element }) => typed?.has(element.id) === true)
    const next = hits[(hits.findIndex(({ element }) => element.id === address.box) + 1) % Math.max(1, hits.length)]
    if (next === undefined) return
    select(next)
    show(next)
  }

  return (
    <div ref={view} className="map-view" style={{ background: theme.background }}>
      <MapBar
        scan={scan}
        summary={summary}
        diagrams={diagrams}
        diagram={diagram}
        layers={layers}
        address={address}
        matchCount={matches?.size ?? null}
        elsewhere={elsewhere.length}
        onElsewhere={
          inventory === undefined || inventory.id === summary.id
            ? null
            : () => {
                const [first] = elsewhere
                const resource = first === undefined ? null : resourceKey(first)
                navigate(`/scans/${scan.id}/map/${inventory.id}${queryString({ q: address.search, resource })}`)
              }
        }
        isRedrawing={isRedrawing}
        searchField={searchField}
        onChange={change}
        onOpen={(id) => navigate(`/scans/${scan.id}/map/${id}${queryString({ base: address.base })}`)}
        onNextMatch={showNextMatch}
        onFit={viewport.fit}
        onFullScreen={() => {
          if (document.fullscreenElement === null) void view.current?.requestFullscreen()
          else void document.exitFullscreen()
        }}
        onCollapseAll={() =>
          change({
            collapsed: new Set(
              diagram.boxes
                .filter(({ element }) => element.form === 'subnet' || element.form === 'category')
                .map(({ element }) => element.id),
            ),
          })
        }
        onExpandAll={() => change({ collapsed: new Set() })}
      />
      {problem !== null && (
        <Flashbar
          items={[
            {
              type: 'error',
              content: problem.message,
              buttonText: address.base === null ? 'Clear filter' : 'Hide changes',
              onButtonClick: () => change(address.base === null ? { options: noOptions } : { base: null }),
            },
          ]}
        />
      )}
      <div className="map-body">
        <MapCanvas
          diagram={diagram}
          boxes={boxes}
          routes={routes}
          tree={tree}
          theme={theme}
          mode={mode}
          selected={selected}
          collapsed={address.collapsed}
          matches={lit ?? matches}
          highlight={litArrows}
          isPicking={isPicking}
          viewport={{ ...viewport, show }}
          side={isPanelOpen ? side : null}
          onSelect={select}
          onToggle={toggle}
          onSearch={() => searchField.current?.focus()}
          onOpenPage={openPage}
        />
        {asked !== null && (
          <AnswerText
            part={isPanelOpen ? partBesidePanel(side, canvas) : { x: 0, y: 0, ...canvas }}
            text={isPicking ? 'Pick the box where the connection starts.' : (error?.message ?? answer?.text ?? '')}
            isLoading={isLoading}
            onClose={() => change({ question: null, from: null })}
          />
        )}
        {isPanelOpen && (
          <MapPanel
            place={panelPlace(side, canvas)}
            questions={{
              asked,
              onAsk: (next) => change({ question: next, from: null }),
              from: address.from,
              onFrom: (from) => change({ from }),
              connection: address.connection,
              onConnection: (connection) => change({ connection }),
            }}
            scanId={scan.id}
            box={selected}
            resource={address.resource}
            diagram={diagram}
            tree={tree}
            isCollapsed={selected !== null && address.collapsed.has(selected.element.id)}
            onFollow={follow}
            onShow={(box) => {
              select(box)
              show(box)
            }}
            onToggle={toggle}
            onOpenPage={openPage}
            onClose={closePanel}
          />
        )}
      </div>
    </div>
  )
}
