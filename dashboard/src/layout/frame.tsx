/** The frame around every page: who and where on top, the places to go at the side, what just happened above the content. */
import AppLayout from '@cloudscape-design/components/app-layout'
import Flashbar from '@cloudscape-design/components/flashbar'
import { useState } from 'react'
import { NotificationsContext, useNotificationList } from '../shared/notifications.ts'
import { FullPageContext } from './full-page.ts'
import { PageRoutes } from './page-routes.tsx'
import { Places } from './places.tsx'
import { TopBar } from './top-bar.tsx'

const topBarId = 'top-bar'

export function Frame() {
  const notifications = useNotificationList()
  const [isNavigationOpen, setNavigationOpen] = useState(() => globalThis.innerWidth > 1200)
  const [isFullPage, setFullPage] = useState(false)

  return (
    <NotificationsContext value={notifications}>
      <FullPageContext value={setFullPage}>
        <div id={topBarId} className="top-bar">
          <TopBar />
        </div>
        <AppLayout
          headerSelector={`#${topBarId}`}
          navigation={<Places />}
          navigationOpen={isNavigationOpen && !isFullPage}
          onNavigationChange={({ detail }) => {
            setNavigationOpen(detail.open)
            if (detail.open) setFullPage(false)
          }}
          toolsHide
          disableContentPaddings={isFullPage}
          maxContentWidth={Number.MAX_VALUE}
          notifications={<Flashbar items={[...notifications.items]} stackItems />}
          stickyNotifications
          content={<PageRoutes />}
          ariaLabels={{
            navigation: 'Places',
            navigationClose: 'Close the places',
            navigationToggle: 'Open the places',
            notifications: 'Notifications',
          }}
        />
      </FullPageContext>
    </NotificationsContext>
  )
}
