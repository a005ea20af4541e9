/** Creates emails: subject, plain text, and HTML with the pictures of the changes. */
import { type AlertContent, counted, moreText, placeText } from '../alert-content.ts'

/** A picture of the changes of one account and region. */
export type ChangePicture = { readonly cid: string; readonly title: string; readonly png: Uint8Array }

export type MailBody = {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly pictures: readonly { readonly cid: string; readonly name: string; readonly png: Uint8Array }[]
}

const longestSubject = 200

export function mailBody(content: AlertContent, pictures: readonly ChangePicture[]): MailBody {
  return {
    subject: `[Surveyor] ${oneLine(content.summary).slice(0, longestSubject).toWellFormed()}`,
    text: textOf(content),
    html: htmlOf(content, pictures),
    pictures: pictures.map(({ cid, png }, index) => ({ cid, name: `changes-${index + 1}.png`, png })),
  }
}

/** Line breaks in a subject would be further headers. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ')
}

function textOf(content: AlertContent): string {
  const { summary, reason, items, entries, url } = content
  const place = placeText(content)
  const more = moreText(content)
  return [
    summary,
    ...(place === null ? [] : [place]),
    ...(reason === null ? [] : ['', reason]),
    ...(items.length === 0 ? [] : ['', ...items.map((item) => `- ${item.summary}`)]),
    ...entries.flatMap((entry) => ['', ...entryText(entry)]),
    ...(more === null ? [] : ['', more]),
    ...(url === null ? [] : ['', `Open in Surveyor: ${url}`]),
    '',
  ].join('\n')
}

/** For example `2026-11-24 06:00 UTC`. */
const timeText = ({ occurredAt }: AlertContent) => `${occurredAt.slice(0, 16).replace('T', ' ')} UTC`

function entryText(entry: AlertContent): readonly string[] {
  const { summary, reason, items, moreItems, url } = entry
  return [
    summary,
    `  ${timeText(entry)}`,
    ...(reason === null ? [] : [`  ${reason}`]),
    ...items.slice(0, itemsOfEntry).map((item) => `  - ${item.summary}`),
    ...hiddenText(items.length, moreItems).map((text) => `  ${text}`),
    ...(url === null ? [] : [`  ${url}`]),
  ]
}

/** Of each event of a digest. */
const itemsOfEntry = 5

function hiddenText(items: number, moreItems: number): readonly string[] {
  const hidden = Math.max(0, items - itemsOfEntry) + moreItems
  return hidden === 0 ? [] : [`${counted(hidden, 'more change')}.`]
}

const style = {
  page: 'margin:0;padding:24px 12px;background:#f4f5f7;font-family:Arial,Helvetica,sans-serif;color:#16191f;',
  card: 'max-width:680px;margin:0 auto;background:#ffffff;border:1px solid #d5dbdb;border-radius:8px;padding:24px;color:#16191f;',
  heading: 'margin:0 0 4px;font-size:20px;line-height:28px;overflow-wrap:anywhere;',
  place: 'margin:0 0 16px;font-size:13px;line-height:20px;color:#545b64;overflow-wrap:anywhere;',
  text: 'margin:0 0 16px;font-size:14px;line-height:22px;overflow-wrap:anywhere;',
  list: 'margin:0 0 16px;padding-left:20px;font-size:14px;line-height:22px;overflow-wrap:anywhere;',
  entry: 'margin:16px 0 4px;font-size:15px;line-height:22px;overflow-wrap:anywhere;',
  time: 'margin:0 0 8px;font-size:13px;line-height:20px;color:#545b64;',
  picture: 'display:block;max-width:100%;height:auto;border:1px solid #d5dbdb;',
  button:
    'display:inline-block;padding:8px 20px;background:#0b5cad;color:#ffffff;border-radius:16px;font-size:14px;font-weight:bold;text-decoration:none;',
  foot: 'margin:20px 0 0;font-size:12px;line-height:18px;color:#545b64;',
}

function htmlOf(content: AlertContent, pictures: readonly ChangePicture[]): string {
  const { summary, reason, items, entries, url } = content
  const place = placeText(content)
  const more = moreText(content)
  const parts = [
    `<h1 style="${style.heading}">${escapeHtml(summary)}</h1>`,
    ...(place === null ? [] : [paragraph('place', place)]),
    ...(reason === null ? [] : [paragraph('text', reason)]),
    ...(items.length === 0 ? [] : [list(items.map((item) => item.summary))]),
    ...entries.map(entryHtml),
    ...(more === null ? [] : [paragraph('text', more)]),
    ...pictures.flatMap(({ cid, title }) => [
      `<h2 style="${style.entry}">${escapeHtml(title)}</h2>`,
      `<p style="${style.text}"><img src="cid:${escapeHtml(cid)}" alt="${escapeHtml(title)}" width="632" style="${style.picture}"></p>`,
    ]),
    ...(url === null ? [] : [`<p style="margin:20px 0 0;">${link(url, 'Open in Surveyor', style.button)}</p>`]),
    `<p style="${style.foot}">Surveyor sent this email because of an alert of your organization. Members can change it on the Alerts page.</p>`,
  ]
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(summary)}</title></head>`,
    `<body style="${style.page}"><div style="${style.card}">`,
    ...parts,
    '</div></body></html>',
  ].join('\n')
}

function entryHtml(entry: AlertContent): string {
  const { summary, reason, items, moreItems, url } = entry
  const heading = url === null ? escapeHtml(summary) : link(url, summary, 'color:#0b5cad;')
  return [
    `<h2 style="${style.entry}">${heading}</h2>`,
    paragraph('time', timeText(entry)),
    ...(reason === null ? [] : [paragraph('text', reason)]),
    ...(items.length === 0
      ? []
      : [list([...items.slice(0, itemsOfEntry).map((item) => item.summary), ...hiddenText(items.length, moreItems)])]),
  ].join('\n')
}

const paragraph = (kind: 'place' | 'time' | 'text', text: string) => `<p style="${style[kind]}">${escapeHtml(text)}</p>`

const list = (lines: readonly string[]) =>
  `<ul style="${style.list}">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`

const link = (url: string, text: string, linkStyle: string) =>
  `<a href="${escapeHtml(url)}" style="${linkStyle}">${escapeHtml(text)}</a>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
