/**
 * Prints `N passed, N failed` for test runs and a check, and fails when any of them failed.
 * Takes the JSON report and the exit code of each test run, then the exit code of the check.
 */
import { readFileSync } from 'node:fs'

const words = process.argv.slice(2)
const checkPassed = words.pop() === '0'
let [passed, failed] = checkPassed ? [1, 0] : [0, 1]

for (let index = 0; index < words.length; index += 2) {
  const { numPassedTests = 0, numFailedTests = 0, success = false } = readReport(words[index])
  const runPassed = words[index + 1] === '0' && success
  passed += numPassedTests
  // A run that broke without a failed test still failed.
  failed += Math.max(numFailedTests, runPassed ? 0 : 1)
}

console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** A run that could not start writes no report. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
