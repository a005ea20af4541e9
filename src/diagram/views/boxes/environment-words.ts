/** Words in names that tell environments apart, in English, Portuguese, Spanish, French, German, and Italian. */

const words = [
  'dev|development|desenvolvimento|desarrollo|développement|developpement|entwicklung|sviluppo',
  'test|tst|testing|teste|pruebas|prueba|essai|collaudo',
  'int|integration|integração|integracao|integración|integracion|intégration|integrazione',
  'qa|uat|recette|abnahme',
  'stage|staging|stg|preprod|homologação|homologacao|hml|homolog|homologación|homologacion|préprod',
  'prod|prd|production|live|produção|producao|producción|produccion|produktion|produktiv|produzione',
  'sandbox',
].join('|')

const environment = new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu')

export function hasEnvironment(name: string): boolean {
  return name.normalize('NFC').search(environment) >= 0
}

/** The same for counterparts in several environments: `shop-*-api`. */
export function withoutEnvironment(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll(environment, '*')
}

/** All environments in a name, in lower case. */
export function environmentsIn(name: string): readonly string[] {
  return name.normalize('NFC').toLowerCase().match(environment) ?? []
}
