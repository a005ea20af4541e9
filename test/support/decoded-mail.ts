/** Decodes emails that the mail server received. */

export type DecodedMail = {
  readonly subject: string
  readonly html: string
  readonly pictures: readonly { readonly cid: string; readonly png: Buffer }[]
}

export function decodedMail({ raw: text }: { readonly raw: string }): DecodedMail {
  const [, subject = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(text) ?? []
  const parts = text.split(/\r\n--[^\r\n]+\r\n/)
  const html = parts.find((part) => /^Content-Type: text\/html/im.test(part)) ?? ''
  return {
    subject: subject.replaceAll(/\r\n[ \t]/g, ' '),
    html: /^Content-Transfer-Encoding: base64/im.test(html)
      ? Buffer.from(bodyOf(html), 'base64').toString('utf8')
      : fromQuotedPrintable(bodyOf(html)),
    pictures: parts
      .filter((part) => /^Content-Type: image\/png/im.test(part))
      .map((part) => ({
        cid: /^Content-I[dD]: <(.*)>/m.exec(part)?.[1] ?? '',
        png: Buffer.from(bodyOf(part), 'base64'),
      })),
  }
}

const bodyOf = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4)

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
