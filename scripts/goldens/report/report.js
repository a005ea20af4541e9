/** Switches between the ways to compare, and shows all layers at the same scale. */

for (const pictures of document.querySelectorAll('.pictures')) {
  const controls = pictures.previousElementSibling
  const fit = controls.querySelector('.fit')
  const layers = [...pictures.querySelectorAll('[data-width]')]

  const scale = () => {
    const columns = pictures.dataset.mode === 'side by side' ? 2 : 1
    const widest = Math.max(...layers.map(({ dataset }) => Number(dataset.width)))
    const zoom = fit.checked ? Math.min(1, pictures.clientWidth / columns / widest) : 1
    for (const layer of layers) layer.style.width = `${Number(layer.dataset.width) * zoom}px`
  }

  for (const button of controls.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      for (const other of controls.querySelectorAll('button')) other.setAttribute('aria-pressed', other === button)
      pictures.dataset.mode = button.value
      scale()
    })
  }
  controls.querySelector('.swipe').addEventListener('input', ({ target }) => {
    pictures.style.setProperty('--swiped', `${target.value}%`)
  })
  fit.addEventListener('change', scale)
  addEventListener('resize', scale)
  scale()
}
