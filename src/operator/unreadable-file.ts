/** Converts errors of the file system to errors of commands. */
import { OperatorError } from './operator-error.ts'

export function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT') throw new OperatorError('NOT_FOUND', `The file ${file} doesn't exist.`)
    if (code === 'EACCES' || code === 'EISDIR') throw new OperatorError('FAILED', `The file ${file} can't be read.`)
    throw error
  }
}
