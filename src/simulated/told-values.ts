/** Reads the values of a resource: by the name of a member, by several names, or by a function. */

export type Told<Item> =
  | (keyof Item & string)
  | readonly (keyof Item & string)[]
  | ((item: Item) => ToldValue | readonly ToldValue[])

type ToldValue = string | number | boolean | undefined

/** List members count with all their values. */
export function toldValues<Item>(item: Item, told: Told<Item>): readonly ToldValue[] {
  if (typeof told === 'function') return [told(item)].flat()
  return [told].flat().flatMap((name) => item[name as keyof Item] as ToldValue | readonly ToldValue[])
}
