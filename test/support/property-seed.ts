/**
 * Property tests draw the same examples in every run, so that a change is judged by what it changed.
 * `PROPERTY_SEED=random npm test` looks for new ones, and a failure prints the seed to give here.
 */
import { configureGlobal } from 'fast-check'

const { PROPERTY_SEED: given = '20261121' } = process.env

configureGlobal(given === 'random' ? {} : { seed: Number(given) })
