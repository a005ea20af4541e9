/**
 * Makes property tests use the same examples in every run, so that results depend only on the change.
 * `PROPERTY_SEED=random npm test` uses new ones, and a failure prints its seed for this variable.
 */
import { configureGlobal } from 'fast-check'

const { PROPERTY_SEED: given = '20261121' } = process.env

configureGlobal(given === 'random' ? {} : { seed: Number(given) })
