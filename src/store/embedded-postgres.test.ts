import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedPostgres } from './embedded-postgres.ts'

test('an unusable folder is named with its setting and the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surveyor embedded '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const [dataDirectory, code] of [
    [file, 'EEXIST'],
    [join(file, 'data'), 'ENOTDIR'],
  ] as const) {
    await expect(openEmbeddedPostgres({ dataDirectory, onNotice: () => undefined })).rejects.toMatchObject({
      message: `DATA_DIR ${dataDirectory} cannot be used (${code}). Surveyor's user needs write access`,
      cause: expect.objectContaining({ code }),
    })
  }
})
