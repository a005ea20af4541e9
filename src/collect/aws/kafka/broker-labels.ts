/** How the hosts of brokers write the name of their cluster. */

/** Longer names are cut. */
const mostLetters = 22

/**
 * In lower case, and today without hyphens: `b-1.shoporders.a1b2c3.c2.kafka.us-east-1.amazonaws.com` for
 * `Shop-Orders`. Source: hosts and names of clusters in public repositories; the user guide doesn't say it.
 */
export function brokerLabels(clusterName: string): readonly string[] {
  const name = clusterName.toLowerCase()
  return [name, name.replaceAll('-', '')].map((label) => label.slice(0, mostLetters))
}
