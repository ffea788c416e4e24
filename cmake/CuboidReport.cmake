# Writes OUTPUT, the page of the report with all it needs but the trace: page.html with the scripts in FOLDER.
file(READ ${FOLDER}/page.html page)
foreach(part PLOT=plot.js REPORT=report.js)
  string(REGEX MATCH "^([^=]*)=(.*)$" part ${part})
  set(mark ${CMAKE_MATCH_1})
  file(READ ${FOLDER}/${CMAKE_MATCH_2} script)
  string(REPLACE "@${mark}@" "${script}" page "${page}")
endforeach()
file(WRITE ${OUTPUT} "${page}")
