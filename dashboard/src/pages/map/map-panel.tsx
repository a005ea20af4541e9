/** The side panel: the selected box with its resources and arrows, and the details of the selected resource. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import SpaceBetween from '@cloudscape-design/components/space-between'
import { useResourceNames } from '../../session/resource-names.ts'
import { formatCount } from '../../shared/resource-kind.ts'
import { resourceDetail } from '../../shared/resource-detail.ts'
import { ResourcePanel, useResource } from '../../shared/resource-panel.tsx'
import { BoxQuestions } from './box-questions.tsx'
import type { BoxQuestionState } from './box-questions.tsx'
import { referenceOf, resourceKey } from './box-tree.ts'
import type { BoxTree } from './box-tree.ts'
import { GapStatement } from './gap-statement.tsx'
import { linesWithoutListed } from './panel-lines.ts'
import type { PlacedBox, PlacedDiagram, Rectangle, ResourceReference } from './placed-diagram.ts'

const maxMembers = 100
const inNaturalOrder = new Intl.Collator('en', { numeric: true })

export function MapPanel({
  place,
  questions,
  scanId,
  box,
  resource,
  diagram,
  tree,
  isCollapsed,
  onFollow,
  onShow,
  onToggle,
  onOpenPage,
  onClose,
}: {
  /** Over the canvas, in pixels. */
  readonly place: Rectangle
  readonly questions: BoxQuestionState
  readonly scanId: string
  readonly box: PlacedBox | null
  /** By `resourceKey`. */
  readonly resource: string | null
  readonly diagram: PlacedDiagram
  readonly tree: BoxTree
  readonly isCollapsed: boolean
  readonly onFollow: (resource: ResourceReference) => void
  readonly onShow: (box: PlacedBox) => void
  readonly onToggle: (id: string) => void
  readonly onOpenPage: (focus: string) => void
  readonly onClose: () => void
}) {
  const chosen = resource === null ? null : referenceOf(resource)
  const isDrawn = resource !== null && tree.ofResource.has(resource)
  const element = box?.element
  const isBoxOfResource = element !== undefined && element.members.some((member) => resourceKey(member) === resource)
  const shownBox = resource === null || isBoxOfResource ? box : null
  const isOnlyInBase = shownBox?.element.change === 'removed'
  const known = useResource(scanId, isOnlyInBase ? null : chosen)
  const title = shownBox?.element.label ?? known.data?.name ?? chosen?.id ?? ''
  const opens = shownBox?.element.opens
  const members = shownBox?.element.members ?? []
  const related = [...(known.data?.outgoing ?? []), ...(known.data?.incoming ?? [])]
  const listed = new Set([...members, ...related.map((relation) => relation.resource)].map(({ id }) => id))
  const description = linesWithoutListed(shownBox?.element.description ?? '', listed)

  return (
    <aside
      id="map-panel"
      className="map-panel"
      style={{ left: place.x, top: place.y, width: place.width, height: place.height }}
      aria-label={`Details of ${title}`}
      tabIndex={-1}
    >
      <SpaceBetween size="m">
        <div className="map-panel-head">
          <h2>{title}</h2>
          <Button iconName="close" variant="icon" ariaLabel="Close details" onClick={onClose} />
        </div>
        {shownBox !== null && (
          <SpaceBetween size="s">
            {description.length > 0 && (
              <div>
                {description.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </div>
            )}
            {shownBox.element.form === 'gap' && (
              <GapStatement
                scanId={scanId}
                boxId={shownBox.element.id}
                gapBoxIds={diagram.boxes.flatMap(({ element }) => (element.form === 'gap' ? [element.id] : []))}
              />
            )}
            {(typeof opens === 'string' || shownBox.element.kind === 'group') && (
              <SpaceBetween direction="horizontal" size="xs">
                {typeof opens === 'string' && <Button onClick={() => onOpenPage(opens)}>Open detail page</Button>}
                {shownBox.element.kind === 'group' && (
                  <Button onClick={() => onToggle(shownBox.element.id)}>{isCollapsed ? 'Expand' : 'Collapse'}</Button>
                )}
              </SpaceBetween>
            )}
            {(chosen !== null || members.length === 1) && (
              <BoxQuestions diagram={diagram} box={shownBox} state={questions} />
            )}
            <Arrows box={shownBox} diagram={diagram} tree={tree} onShow={onShow} />
            {members.length > 1 && (
              <Members
                key={shownBox.element.id}
                scanId={scanId}
                members={members}
                isOpen={chosen === null}
                onFollow={onFollow}
              />
            )}
          </SpaceBetween>
        )}
        {chosen !== null && (
          <SpaceBetween size="s">
            <Button iconName="filter" onClick={() => onOpenPage(`${chosen.type}/${chosen.id}`)}>
              Show related resources only
            </Button>
            {!isDrawn && (
              <Box color="text-body-secondary">This resource isn’t in this diagram. Another view may show it.</Box>
            )}
            {isOnlyInBase ? (
              <Box color="text-body-secondary">Only the base scan has this resource.</Box>
            ) : (
              <ResourcePanel scanId={scanId} resource={chosen} columns={1} onFollow={onFollow} />
            )}
          </SpaceBetween>
        )}
      </SpaceBetween>
    </aside>
  )
}

/** The resources of a summary box. */
function Members({
  scanId,
  members,
  isOpen,
  onFollow,
}: {
  readonly scanId: string
  readonly members: readonly ResourceReference[]
  readonly isOpen: boolean
  readonly onFollow: (resource: ResourceReference) => void
}) {
  const shown = members.slice(0, maxMembers)
  const nameOf = useResourceNames(scanId, shown)
  const byName = shown.toSorted((left, right) =>
    inNaturalOrder.compare(nameOf(left) ?? left.id, nameOf(right) ?? right.id),
  )
  return (
    <ExpandableSection
      headerText={`Resources (${formatCount(members.length)})`}
      headingTagOverride="h3"
      defaultExpanded={isOpen}
    >
      <ul className="relations">
        {byName.map((member) => (
          <li key={resourceKey(member)}>
            <Button variant="inline-link" onClick={() => onFollow(member)}>
              {nameOf(member) ?? member.id}
            </Button>
            <Box fontSize="body-s" color="text-body-secondary">
              {resourceDetail({ ...member, name: nameOf(member) })}
            </Box>
          </li>
        ))}
        {members.length > maxMembers && <li>and {formatCount(members.length - maxMembers)} more</li>}
      </ul>
    </ExpandableSection>
  )
}

function Arrows({
  box,
  diagram,
  tree,
  onShow,
}: {
  readonly box: PlacedBox
  readonly diagram: PlacedDiagram
  readonly tree: BoxTree
  readonly onShow: (box: PlacedBox) => void
}) {
  const { id } = box.element
  const arrows = diagram.routes.flatMap(({ edge }) => {
    if (edge.source !== id && edge.target !== id) return []
    const other = tree.box.get(edge.source === id ? edge.target : edge.source)
    return other === undefined ? [] : [{ edge, other }]
  })
  if (arrows.length === 0) return null
  return (
    <ExpandableSection
      headerText={`Arrows (${formatCount(arrows.length)})`}
      headingTagOverride="h3"
      defaultExpanded={arrows.length <= 12}
    >
      <ul className="relations">
        {arrows.map(({ edge, other }) => (
          <li key={edge.id}>
            <div className="map-arrow">{edge.description}</div>
            <div>
              <Button variant="inline-link" ariaLabel={`Go to ${other.element.label}`} onClick={() => onShow(other)}>
                Go to {other.element.label}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </ExpandableSection>
  )
}
