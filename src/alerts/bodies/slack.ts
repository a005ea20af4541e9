/**
 * Creates messages for incoming webhooks of Slack. Names are in plain and rich text elements, which Slack shows as they
 * are. Only `text`, for notifications and compatible services, is mrkdwn.
 */
import { type AlertContent, moreText, placeText } from '../alert-content.ts'

const longestHeader = 150

export function slackBody(content: AlertContent): object {
  const { summary, reason, items, url } = content
  const place = placeText(content)
  const more = moreText(content)
  const lines = [...items.map((item) => item.summary), ...(more === null ? [] : [more])]
  return {
    text: [summary, ...(reason === null ? [] : [reason]), ...lines.map((line) => `• ${line}`)]
      .map(escapeMrkdwn)
      .join('\n'),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(cut(summary, longestHeader)) },
      ...(reason === null ? [] : [richText([{ type: 'rich_text_section', elements: [literal(reason)] }])]),
      ...(lines.length === 0
        ? []
        : [
            richText([
              {
                type: 'rich_text_list',
                style: 'bullet',
                elements: lines.map((line) => ({ type: 'rich_text_section', elements: [literal(line)] })),
              },
            ]),
          ]),
      ...(place === null ? [] : [{ type: 'context', elements: [plain(place)] }]),
      ...(url === null
        ? []
        : [{ type: 'actions', elements: [{ type: 'button', text: plain('Open in Surveyor'), url }] }]),
    ],
  }
}

/**
 * Without a mention, a link, or an entity. Compatible services, such as Mattermost, read Markdown links, and mentions
 * such as `@channel`. A zero-width space ends both.
 */
export function escapeMrkdwn(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200B')
    .replaceAll('](', ']\u200B(')
}

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
const literal = (text: string) => ({ type: 'text', text })
const richText = (elements: readonly object[]) => ({ type: 'rich_text', elements })

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}
