/** The light theme, in the colors of AWS's own diagrams for VPCs, Availability Zones, and subnets. */
import type { Theme } from './theme.ts'

export const light: Theme = {
  name: 'light',
  background: '#ffffff',
  text: '#16191f',
  mutedText: '#545b64',
  plainIcon: '#232f3e',
  node: { fill: '#ffffff', stroke: '#c6cdd6', strokeWidth: 1, dash: '', label: '#16191f' },
  external: { fill: '#ffffff', stroke: '#687078', strokeWidth: 1.25, dash: '5 4', label: '#16191f' },
  gap: { fill: '#fdf6f4', stroke: '#b0351d', strokeWidth: 1.25, dash: '5 4', label: '#16191f' },
  hatch: '#f3d9d2',
  groups: {
    account: { fill: '#ffffff', stroke: '#e7157b', strokeWidth: 1.5, dash: '', label: '#a60d57' },
    region: { fill: '#ffffff', stroke: '#00a4a6', strokeWidth: 1.5, dash: '3 4', label: '#006b6d' },
    network: { fill: '#fbfaff', stroke: '#8c4fff', strokeWidth: 1.5, dash: '', label: '#5a30b5' },
    zone: { fill: 'none', stroke: '#147eba', strokeWidth: 1.25, dash: '6 5', label: '#0f5f8c' },
    services: { fill: '#f7f8fa', stroke: '#d5dbe1', strokeWidth: 1, dash: '', label: '#16191f' },
    category: { fill: '#ffffff', stroke: '#d5dbe1', strokeWidth: 1, dash: '', label: '#16191f' },
    outside: { fill: 'none', stroke: '#687078', strokeWidth: 1.25, dash: '5 4', label: '#414750' },
  },
  count: { fill: '#f4f6f9', stroke: '#f4f6f9', strokeWidth: 1, dash: '', label: '#16191f' },
  reached: {
    open: { fill: '#fff3ec', stroke: '#c2410c', strokeWidth: 1.5, dash: '', label: '#7c2d06' },
    conditional: { fill: '#fffaf0', stroke: '#946200', strokeWidth: 1.25, dash: '4 3', label: '#5e3f00' },
  },
  subnets: {
    public: { fill: '#f2f6e8', stroke: '#7aa116', strokeWidth: 1.25, dash: '', label: '#3f5a06' },
    private: { fill: '#e6f6f7', stroke: '#00a4a6', strokeWidth: 1.25, dash: '', label: '#005a5c' },
    isolated: { fill: '#edf0f7', stroke: '#5a6b9a', strokeWidth: 1.25, dash: '', label: '#35426b' },
    unknown: { fill: '#f4f4f4', stroke: '#687078', strokeWidth: 1.25, dash: '5 4', label: '#414750' },
  },
  changes: {
    added: { fill: '#e6f4ec', stroke: '#0f7a4b', strokeWidth: 2.5, dash: '', label: '#16191f' },
    removed: { fill: '#fdecea', stroke: '#b3261e', strokeWidth: 2.5, dash: '7 4', label: '#16191f' },
    changed: { fill: '#e8f0fc', stroke: '#1d5fc4', strokeWidth: 2.5, dash: '10 3 2 3', label: '#16191f' },
    unknown: { fill: '#fffaf0', stroke: '#8a5a00', strokeWidth: 2.5, dash: '2 4', label: '#16191f' },
  },
  changeHatch: '#f6e6bf',
  edges: {
    request: { stroke: '#2e73b8', dash: '' },
    event: { stroke: '#9a5b00', dash: '9 3' },
    egress: { stroke: '#6b7480', dash: '5 4' },
    member: { stroke: '#c925d1', dash: '1 4' },
    link: { stroke: '#7a3fe0', dash: '12 3 2 3' },
    reach: { stroke: '#b4460f', dash: '14 2' },
  },
  edgeOff: { stroke: '#6b7480', dash: '2 3' },
}
