/** The dark theme: AWS's colors on the background of its console in dark mode. */
import type { Theme } from './theme.ts'

export const dark: Theme = {
  name: 'dark',
  background: '#0f1620',
  text: '#f2f4f7',
  mutedText: '#a9b4c0',
  plainIcon: '#d8dee6',
  node: { fill: '#1b2532', stroke: '#46566a', strokeWidth: 1, dash: '', label: '#f2f4f7' },
  external: { fill: '#16202c', stroke: '#8794a3', strokeWidth: 1.25, dash: '5 4', label: '#f2f4f7' },
  gap: { fill: '#2a1a18', stroke: '#f08a70', strokeWidth: 1.25, dash: '5 4', label: '#f8e9e5' },
  hatch: '#4a2a24',
  groups: {
    account: { fill: '#0f1620', stroke: '#ff4fa0', strokeWidth: 1.5, dash: '', label: '#ff8cc2' },
    region: { fill: '#0f1620', stroke: '#1fb8ba', strokeWidth: 1.5, dash: '3 4', label: '#6fdcdd' },
    network: { fill: '#14142a', stroke: '#a176ff', strokeWidth: 1.5, dash: '', label: '#cbb4ff' },
    zone: { fill: 'none', stroke: '#4fa9dd', strokeWidth: 1.25, dash: '6 5', label: '#8fcbef' },
    services: { fill: '#131c28', stroke: '#3a4859', strokeWidth: 1, dash: '', label: '#f2f4f7' },
    category: { fill: '#0f1620', stroke: '#3a4859', strokeWidth: 1, dash: '', label: '#f2f4f7' },
    outside: { fill: 'none', stroke: '#8794a3', strokeWidth: 1.25, dash: '5 4', label: '#c3ccd6' },
  },
  count: { fill: '#1b2532', stroke: '#1b2532', strokeWidth: 1, dash: '', label: '#f2f4f7' },
  reached: {
    open: { fill: '#2e1a10', stroke: '#f2925c', strokeWidth: 1.5, dash: '', label: '#ffc9a3' },
    conditional: { fill: '#28210f', stroke: '#e0b040', strokeWidth: 1.25, dash: '4 3', label: '#f3d58a' },
  },
  subnets: {
    public: { fill: '#1a2413', stroke: '#95c11f', strokeWidth: 1.25, dash: '', label: '#c0e069' },
    private: { fill: '#0d2629', stroke: '#1fb8ba', strokeWidth: 1.25, dash: '', label: '#7fe3e4' },
    isolated: { fill: '#1a2036', stroke: '#8798cc', strokeWidth: 1.25, dash: '', label: '#bac7f0' },
    unknown: { fill: '#1c2128', stroke: '#8794a3', strokeWidth: 1.25, dash: '5 4', label: '#c3ccd6' },
  },
  changes: {
    added: { fill: '#11291e', stroke: '#4cc38a', strokeWidth: 2.5, dash: '', label: '#f2f4f7' },
    removed: { fill: '#331917', stroke: '#ff8a7d', strokeWidth: 2.5, dash: '7 4', label: '#f2f4f7' },
    changed: { fill: '#152540', stroke: '#7db1ff', strokeWidth: 2.5, dash: '10 3 2 3', label: '#f2f4f7' },
    unknown: { fill: '#241d0d', stroke: '#e0b040', strokeWidth: 2.5, dash: '2 4', label: '#f8f1dd' },
  },
  changeHatch: '#443712',
  edges: {
    request: { stroke: '#62a8ea', dash: '' },
    event: { stroke: '#e0a458', dash: '9 3' },
    egress: { stroke: '#98a3b0', dash: '5 4' },
    member: { stroke: '#e47bea', dash: '1 4' },
    link: { stroke: '#b594ff', dash: '12 3 2 3' },
    reach: { stroke: '#f2925c', dash: '14 2' },
  },
  edgeOff: { stroke: '#98a3b0', dash: '2 3' },
}
