/** Words in names that tell environments apart, in English, Portuguese, Spanish, French, German, and Italian. */

const words = [
  'dev|development|desenvolvimento|desarrollo|développement|developpement|entwicklung|sviluppo',
  'test|tst|testing|teste|pruebas|prueba|essai|collaudo',
  'int|integration|integração|integracao|integración|integracion|intégration|integrazione',
  'qa|uat|recette|abnahme',
  'stage|staging|stg|(?:non|pre|pré)[-_]?prod|homologação|homologacao|hml|homolog|homologación|homologacion',
  'prod|prd|production|live|produção|producao|producción|produccion|produktion|produktiv|produzione',
  'sandbox',
].join('|')

const environment = new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'gu')

/** Between the words of `ShopProdApi` and `shopAPIProd`, but not of `PreProd`, which is an environment of its own. */
const caseBorder = /(?<=[\p{Ll}\d])(?<![Pp]r[eé]|[Nn]on)(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

export function hasEnvironment(name: string): boolean {
  return environmentsIn(name).length > 0
}

/** The same for counterparts in several environments: `shop-*-api`. */
export function withoutEnvironment(name: string): string {
  return partsOf(name)
    .map((part) => part.replaceAll(environment, '*'))
    .join('')
}

/** All environments in a name, in lower case. */
export function environmentsIn(name: string): readonly string[] {
  return partsOf(name).flatMap((part) => part.match(environment) ?? [])
}

/** In lower case. */
function partsOf(name: string): readonly string[] {
  return name
    .normalize('NFC')
    .split(caseBorder)
    .map((part) => part.toLowerCase())
}
