/** The frame of every page: top bar, side navigation, breadcrumbs, and notifications. */
import AppLayoutToolbar from '@cloudscape-design/components/app-layout-toolbar'
import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group'
import Flashbar from '@cloudscape-design/components/flashbar'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { BreadcrumbsContext } from '../shared/breadcrumbs.ts'
import type { Breadcrumb } from '../shared/breadcrumbs.ts'
import { NotificationsContext, useNotificationList } from '../shared/notifications.ts'
import { useLinkNavigation } from '../shared/use-link-navigation.ts'
import { PageRoutes } from './page-routes.tsx'
import { Navigation } from './navigation.tsx'
import { TopBar } from './top-bar.tsx'

const topBarId = 'top-bar'
const contentId = 'content'

/** Lets keyboard users skip the top bar and the navigation, which have a dozen tab stops on every page. */
function SkipLink() {
  return (
    <a
      className="skip-link"
      href={`#${contentId}`}
      onClick={(event) => {
        // Keeps the fragment out of the URL, which users share.
        event.preventDefault()
        document.querySelector<HTMLElement>(`#${contentId}`)?.focus()
      }}
    >
      Skip to content
    </a>
  )
}

export function Frame() {
  const notifications = useNotificationList()
  const [isNavigationOpen, setNavigationOpen] = useState(() => globalThis.innerWidth > 1200)
  const [isNavigationOverMap, setNavigationOverMap] = useState(false)
  const [path] = useLocation()
  // A diagram takes all available space.
  const isMap = /^\/scans\/[^/]+\/map\//u.test(path)
  const [breadcrumbs, setBreadcrumbs] = useState<readonly Breadcrumb[]>([])
  const follow = useLinkNavigation()

  return (
    <NotificationsContext value={notifications}>
      <SkipLink />
      <div id={topBarId} className="top-bar">
        <TopBar />
      </div>
      <AppLayoutToolbar
        headerSelector={`#${topBarId}`}
        breadcrumbs={breadcrumbs.length > 0 && <BreadcrumbGroup items={breadcrumbs} onFollow={follow} />}
        navigation={<Navigation />}
        navigationOpen={isMap ? isNavigationOverMap : isNavigationOpen}
        onNavigationChange={({ detail }) => {
          if (isMap) setNavigationOverMap(detail.open)
          else setNavigationOpen(detail.open)
        }}
        toolsHide
        disableContentPaddings={isMap}
        maxContentWidth={Number.MAX_VALUE}
        notifications={<Flashbar items={[...notifications.items]} stackItems />}
        stickyNotifications
        content={
          <BreadcrumbsContext value={setBreadcrumbs}>
            <div id={contentId} tabIndex={-1}>
              <PageRoutes />
            </div>
          </BreadcrumbsContext>
        }
        ariaLabels={{
          navigation: 'Navigation',
          navigationClose: 'Close navigation',
          navigationToggle: 'Open navigation',
          notifications: 'Notifications',
        }}
      />
    </NotificationsContext>
  )
}
