/**
 * Creates messages for webhooks of Teams Workflows: an Adaptive Card. Names are in text runs, which aren't Markdown,
 * unlike text blocks.
 */
import { type AlertContent, moreText, placeText } from '../alert-content.ts'

export function teamsBody(content: AlertContent): object {
  const { summary, reason, items, url } = content
  const place = placeText(content)
  const more = moreText(content)
  const lines = [...items.map((item) => item.summary), ...(more === null ? [] : [more])]
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            text(summary, { size: 'Large', weight: 'Bolder' }),
            ...(place === null ? [] : [text(place, { isSubtle: true })]),
            ...(reason === null ? [] : [text(reason)]),
            ...lines.map((line) => text(`• ${line}`)),
          ],
          actions: url === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open in Surveyor', url }],
        },
      },
    ],
  }
}

const text = (value: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: value, ...style }],
})
