/**
 * Prints the failed tests by name, then `N passed, N failed` for test runs and a check, and fails when any of them
 * failed. Takes the JSON report and the exit code of each test run, then the exit code of the check.
 */
import { readFileSync } from 'node:fs'

const words = process.argv.slice(2)
const checkPassed = words.pop() === '0'
let [passed, failed] = checkPassed ? [1, 0] : [0, 1]

for (let index = 0; index < words.length; index += 2) {
  const { numPassedTests = 0, numFailedTests = 0, success = false, testResults = [] } = readReport(words[index])
  const runPassed = words[index + 1] === '0' && success
  passed += numPassedTests
  // A run that broke without a failed test still failed.
  failed += Math.max(numFailedTests, runPassed ? 0 : 1)
  for (const line of testResults.flatMap(describeFailures)) console.log(line)
  if (!runPassed && numFailedTests === 0) console.log(`Failed: ${words[index]} ended with ${words[index + 1]}`)
}
if (!checkPassed) console.log('Failed: npm run check')

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

/** One entry per failed test with the start of its message, or one for a file that could not be run. */
function describeFailures({ name, message, status, assertionResults }) {
  const failures = assertionResults.filter((test) => test.status === 'failed')
  if (failures.length === 0) return status === 'failed' ? [`Failed: ${name}\n  ${shorten(message)}`] : []
  return failures.map((test) => `Failed: ${name} > ${test.fullName}\n  ${shorten(test.failureMessages.join('\n'))}`)
}

function shorten(message = '') {
  return message.slice(0, 1000).replaceAll('\n', '\n  ')
}
