/** What a resource says of itself: by the name of a member, by several, or by a function. */

export type Told<Item> =
  | (keyof Item & string)
  | readonly (keyof Item & string)[]
  | ((item: Item) => ToldValue | readonly ToldValue[])

type ToldValue = string | number | boolean | undefined

/** Members that are lists count as all of their values. */
export function toldValues<Item>(item: Item, told: Told<Item>): readonly ToldValue[] {
  if (typeof told === 'function') return [told(item)].flat()
  return [told].flat().flatMap((name) => item[name as keyof Item] as ToldValue | readonly ToldValue[])
}
