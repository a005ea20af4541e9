/** The describe operations of EC2 in the form that most of them share: identifiers, filters, pages. */
import type { Filter, Tag } from '@aws-sdk/client-ec2'
import type { Ec2Data } from './data/ec2.ts'
import { applyFilters } from './ec2-filters.ts'
import type { FilterFields } from './ec2-filters.ts'
import { listOperation } from './list-operation.ts'
import type { Paging } from './list-operation.ts'
import { ProviderError } from './provider-error.ts'
import type { SimulatedOperation } from './service.ts'

type ListRequest = {
  readonly Filters?: Filter[] | undefined
  readonly Filter?: Filter[] | undefined
  readonly MaxResults?: number | undefined
  readonly NextToken?: string | undefined
}

/** Source of the limits: the parameter constraints in the EC2 API model; all of them list everything when no size is asked for. */
export function ec2Paging(maximum: number): Paging<ListRequest> {
  return {
    token: 'NextToken',
    size: 'MaxResults',
    minimum: 5,
    maximum,
    default: null,
    badToken: (token) => new ProviderError('InvalidNextToken', `The token '${token}' is invalid`),
    badSize: (size) =>
      new ProviderError(
        'InvalidParameterValue',
        `Value ( ${size} ) for parameter maxResults is invalid. Expecting a value between 5 and ${maximum}.`,
      ),
  }
}

/** A describe operation in the form that all of these share. */
export function describe<
  Input extends ListRequest,
  Output extends object,
  Item extends { Tags?: Tag[] | undefined },
>(options: {
  readonly items: (data: Ec2Data) => readonly Item[] | undefined
  readonly identifiers: keyof Input & string
  readonly id: (item: Item) => string | undefined
  /** Error code and noun for an unknown identifier, e.g. `InvalidVpcID.NotFound` and `vpc ID`. */
  readonly notFound: readonly [code: string, noun: string]
  readonly filters: FilterFields<Item>
  /** The largest page; `null` where the operation lists everything at once. */
  readonly maximumPage: number | null
  /** Some operations name their filters `Filter`. */
  readonly filterParameter?: 'Filter'
  readonly answer: (items: Item[], next: string | undefined, input: Input) => Output
}): SimulatedOperation<Output> {
  const [code, noun] = options.notFound
  return listOperation<Input, Output, Item>({
    items: (context) => options.items(context.regionData.ec2 ?? {}),
    identifiers: [
      {
        parameter: options.identifiers,
        of: (item) => [options.id(item)],
        notFound: (id) => new ProviderError(code, `The ${noun} '${id}' does not exist`),
      },
    ],
    parameters: [options.filterParameter ?? 'Filters'],
    narrow(items, input) {
      if (input[options.identifiers] !== undefined && input.MaxResults !== undefined) {
        throw new ProviderError(
          'InvalidParameterCombination',
          `The parameter ${options.identifiers} cannot be used with the parameter MaxResults`,
        )
      }
      return applyFilters(items, input.Filters ?? input.Filter, options.filters, (item) => item.Tags)
    },
    paging: options.maximumPage === null ? null : ec2Paging(options.maximumPage),
    answer: (items, next, input) => options.answer([...items], next, input),
  })
}
